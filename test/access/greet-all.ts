import { WebSocket } from "ws";
import type { SocketDoc } from "../../src/edge/asyncapi/document.ts";
import { sockets } from "../../src/edge/asyncapi/document.ts";
import { rightValueOf } from "../prove/abuse/fuzz/frame-input.ts";
import { Random } from "../prove/abuse/random.ts";
import { fillIn } from "../prove/abuse/wire/wire-request.ts";
import type { World } from "../prove/abuse/world/open-world.ts";
import type { Actor } from "./actors.ts";
import { actors } from "./actors.ts";
import type { Cell } from "./ask-all.ts";

/**
 * Returns the result of each actor for each frame: after the hello, and as the first frame. A result is `in`, the status of the
 * upgrade, or the close code.
 */
export async function greetAll(world: World): Promise<ReadonlyMap<string, readonly Cell[]>> {
  const rows = new Map<string, readonly Cell[]>();
  const row = async (name: string, ask: (actor: Actor) => Promise<Cell>): Promise<void> => {
    const cells: Cell[] = [];
    for (const actor of actors) cells.push(await ask(actor));
    rows.set(name, cells);
  };
  for (const socket of sockets) {
    const hasHello = Object.hasOwn(socket.received, "hello");
    for (const type of Object.keys(socket.received)) {
      await row(`${socket.name} ${type}`, (actor) => say(world, socket, actor, type === "hello" ? [] : [type]));
      if (hasHello && type !== "hello")
        await row(`${socket.name} ${type} first`, (actor) => say(world, socket, actor, [type], false));
    }
  }
  return rows;
}

/** Sends hello if the socket has one, then the frames. A frame was accepted if the socket does not close. */
async function say(
  world: World,
  socket: SocketDoc,
  actor: Actor,
  types: readonly string[],
  isGreeting = true,
): Promise<Cell> {
  const { port, facts } = world;
  const headers = Object.fromEntries(
    headersOf(actor, socket, port).map(([name, value]) => [name, fillIn(value, facts)]),
  );
  const link = new WebSocket(`ws://127.0.0.1:${port}${socket.address}`, { headers, perMessageDeflate: false });
  const ended = new Promise<Cell>((resolve) => {
    link.on("unexpected-response", (_, answer) => resolve(String(answer.statusCode)));
    link.on("close", (code) => resolve(String(code)));
    link.on("error", () => undefined);
  });
  const answered = new Promise<Cell>((resolve) => {
    link.on("message", (data) => {
      const { type }: { readonly type?: unknown } = JSON.parse(String(data));
      const isAnswer = types.length === 0 ? type === "ready" : type === "beat" || type === "done" || type === "failed";
      if (isAnswer) resolve("in");
    });
  });
  link.on("open", () => {
    const hello = Object.hasOwn(socket.received, "hello") && isGreeting;
    if (hello) link.send(fillIn(JSON.stringify(helloOf(actor, socket)), facts));
    for (const type of types) link.send(fillIn(JSON.stringify(rightValueOf(socket, type, new Random(1))), facts));
    if (types.length > 0 && socket.name !== "widget") link.send('{"type":"beat"}');
  });
  const cell = await Promise.race([ended, answered]);
  link.terminate();
  return cell;
}

function helloOf({ bearer, cookie }: Actor, { name }: SocketDoc): object {
  const carried =
    bearer === undefined || cookie !== undefined ? {} : { [name === "desk" ? "token" : "visitor"]: `{{${bearer}}}` };
  return { type: "hello", ...(name === "widget" && { widget: "{{widget}}" }), ...carried };
}

/** Only the inspector's socket gets the actor's secret in a header. A page sends its cookie to each socket. */
function headersOf(
  { bearer, cookie }: Actor,
  { name }: SocketDoc,
  port: number,
): readonly (readonly [string, string])[] {
  if (bearer === undefined) return [];
  if (cookie === undefined) return name === "inspect" ? [["authorization", `Bearer {{${bearer}}}`]] : [];
  const origin = cookie === "own" ? `http://127.0.0.1:${port}` : "https://evil.example.com";
  return [
    ["cookie", `parley_session={{${bearer}}}`],
    ["origin", origin],
  ];
}
