import type { WebSocket } from "uWebSockets.js";
import type { ClientSocketUnderTest, ServerTest, ServerUnderTest } from "./server-contract.ts";

interface Carried {
  readonly name: string;
  readonly marks: string[];
}

interface Hall {
  /** The events of the server, in order. */
  readonly events: string[];
  readonly sockets: WebSocket<Carried>[];
  join(name: string): Promise<{ readonly client: ClientSocketUnderTest; readonly socket: WebSocket<Carried> }>;
  /** Resolves when this client has received all earlier frames. */
  settled(client: ClientSocketUnderTest, socket: WebSocket<Carried>): Promise<void>;
}

/** Opens a server on which every socket subscribes to the topic `all`. `heard` is called with each frame. */
async function openHall(
  server: ServerUnderTest,
  heard: (socket: WebSocket<Carried>, text: string) => void = () => undefined,
): Promise<Hall> {
  const { app, connect, until } = server;
  const events: string[] = [];
  const sockets: WebSocket<Carried>[] = [];
  app.any("/*", (response, request) => void response.end(`no socket ${request.getMethod()}`));
  app.ws<Carried>("/hall", {
    idleTimeout: 0,
    sendPingsAutomatically: false,
    upgrade(response, request, context) {
      const name = request.getQuery("name") ?? "";
      if (name === "") {
        response.writeStatus("403 Forbidden").end("nobody");
        return;
      }
      events.push(`upgrade ${name}`);
      const header = (of: string): string => request.getHeader(`sec-websocket-${of}`);
      response.upgrade({ name, marks: [] }, header("key"), header("protocol"), header("extensions"), context);
      events.push(`upgraded ${name}`);
    },
    open(socket) {
      events.push(`open ${socket.getUserData().name}`);
      sockets.push(socket);
      socket.subscribe("all");
    },
    message(socket, frame, isBinary) {
      const text = Buffer.from(frame).toString();
      events.push(`message ${text}${isBinary ? " in bytes" : ""}`);
      heard(socket, text);
    },
    pong: (socket) => void events.push(`pong ${socket.getUserData().name}`),
    close(socket, code) {
      events.push(`close ${socket.getUserData().name} ${code < 1005 || code > 1006 ? code : "without a word"}`);
      socket.getUserData().marks.push("closed");
    },
  });
  await server.listen();
  return {
    events,
    sockets,
    async join(name) {
      const client = connect(`/hall?name=${name}`);
      await until(`${name} is in`, () => client.events.includes("opened"));
      const socket = sockets.at(-1);
      if (socket === undefined) throw new Error("Expected a socket that was opened");
      return { client, socket };
    },
    async settled(client, socket) {
      socket.send("settled");
      await until("it has come", () => client.events.at(-1) === "frame settled");
    },
  };
}

/** The life of a socket, from its upgrade to its end. */
export function runServerSocketsContract(test: ServerTest): void {
  test("a socket opens during its upgrade, and receives frames in order", async (t, server) => {
    const { events, join, settled } = await openHall(server, (socket, text) => void socket.send(`echo ${text}`));
    const { client, socket } = await join("ann");
    t.strictSame(events.splice(0), ["upgrade ann", "open ann", "upgraded ann"]);
    for (const text of ["one", "zwei ä", "three"]) client.send(text);
    await server.until("all are echoed", () => client.events.length === 4);
    t.strictSame(events.splice(0), ["message one", "message zwei ä", "message three"]);
    t.strictSame(client.events, ["opened", "frame echo one", "frame echo zwei ä", "frame echo three"]);
    t.equal(socket.getBufferedAmount(), 0);
    socket.ping();
    await server.until("it has answered", () => events.includes("pong ann"));
    await settled(client, socket);
    t.strictSame(events, ["pong ann"]);
  });

  test("the bytes of a frame are valid only during the call", async (t, server) => {
    let kept: ArrayBuffer | null = null;
    server.app.ws("/keep", {
      message: (_, frame) => {
        kept = frame;
      },
      upgrade: (response, request, context) =>
        response.upgrade({}, request.getHeader("sec-websocket-key"), "", "", context),
    });
    await server.listen();
    const client = server.connect("/keep");
    await server.until("it is open", () => client.events.length === 1);
    client.send("bytes");
    await server.until("it has come and is taken back", () => kept?.byteLength === 0);
    t.strictSame(client.events, ["opened"]);
  });

  test("an upgrade may be refused, and is refused on a path without sockets", async (t, server) => {
    const { events } = await openHall(server);
    for (const path of ["/hall", "/other?name=ann"]) {
      const client = server.connect(path);
      await server.until("it has ended", () => client.events.length > 0);
      t.strictSame(client.events, ["closed 1006"], path);
    }
    t.equal(
      (await server.ask({ path: "/hall?name=ann" }))?.body,
      "no socket get",
      "without an upgrade it is a request as any other",
    );
    t.strictSame(events, []);
  });

  test("an end reports its code to both sides, after all earlier frames", async (t, server) => {
    const { events, join } = await openHall(server);
    const { client, socket } = await join("ann");
    events.splice(0);
    server.app.publish("all", "to all");
    socket.send("to you");
    socket.end(4401, "why");
    t.strictSame(events, ["close ann 4401"], "the listener is called before the end returns");
    await server.until("the client knows", () => client.events.length === 4);
    t.strictSame(client.events, ["opened", "frame to all", "frame to you", "closed 4401"]);
    refusesAll(t, socket);
  });

  test("a close reports no code", async (t, server) => {
    const { events, join } = await openHall(server);
    const { client, socket } = await join("ann");
    events.splice(0);
    socket.close();
    t.strictSame(events, ["close ann without a word"], "the listener is called before the close returns");
    await server.until("the client knows", () => client.events.length === 2);
    t.strictSame(client.events, ["opened", "closed 1006"]);
    refusesAll(t, socket);
  });

  test("a client that leaves is reported once, and the user data of its socket can still be read", async (t, server) => {
    const { events, join } = await openHall(server);
    const { client, socket } = await join("ann");
    const carried = socket.getUserData();
    client.leave();
    await server.until("the server knows", () => events.length === 4);
    t.strictSame(events.slice(3), ["close ann without a word"]);
    t.strictSame([carried.name, carried.marks], ["ann", ["closed"]]);
    t.equal(server.app.numSubscribers("all"), 0);
    refusesAll(t, socket);
  });

  test("a topic reaches all its subscribers; a frame that a socket publishes does not reach this socket", async (t, server) => {
    const { app } = server;
    const { join, settled } = await openHall(server);
    t.equal(app.numSubscribers("all"), 0);
    const [ann, bob, cid] = [await join("ann"), await join("bob"), await join("cid")];
    t.equal(app.numSubscribers("all"), 3);
    app.publish("all", "1");
    ann.socket.publish("all", "2");
    app.publish("none", "nobody hears");
    t.equal(cid.socket.unsubscribe("all"), true);
    t.equal(cid.socket.unsubscribe("all"), false);
    t.equal(app.numSubscribers("all"), 2);
    app.publish("all", "3");
    bob.socket.send("4");
    app.publish("all", "5");
    for (const { client, socket } of [ann, bob, cid]) await settled(client, socket);
    const got = [ann, bob, cid].map(({ client }) => client.events.slice(1, -1).join(", "));
    t.strictSame(got, ["frame 1, frame 3, frame 5", "frame 1, frame 2, frame 3, frame 4, frame 5", "frame 1, frame 2"]);
  });

  test("a closed server ends every socket without a close code", async (t, server) => {
    const { events, join, sockets } = await openHall(server);
    const [ann, bob] = [await join("ann"), await join("bob")];
    events.splice(0);
    server.app.close();
    t.strictSame(events.toSorted(), ["close ann without a word", "close bob without a word"]);
    for (const { client } of [ann, bob]) {
      await server.until("the client knows", () => client.events.length === 2);
      t.strictSame(client.events, ["opened", "closed 1006"]);
    }
    for (const socket of sockets) refusesAll(t, socket);
    t.equal(server.app.numSubscribers("all"), 0);
  });
}

/** Checks that a socket refuses every call after its end. */
function refusesAll(t: { throws(run: () => unknown, message: RegExp): unknown }, socket: WebSocket<Carried>): void {
  for (const use of [
    () => socket.send("more"),
    () => socket.ping(),
    () => socket.publish("all", "more"),
    () => socket.subscribe("all"),
    () => socket.unsubscribe("all"),
    () => socket.getBufferedAmount(),
    () => socket.end(4400),
    () => socket.close(),
  ])
    t.throws(use, /access.*close/);
}
