import t from "tap";
import { framesKeptMax } from "../../../src/edge/sockets/socket-hub.ts";
import type { Begin } from "../../../src/edge/sockets/socket-kind.ts";
import { until } from "../edge-world.ts";
import type { ToyHello, ToyLink } from "./toy-kind.ts";
import { beginToy, toyLimits } from "./toy-kind.ts";
import { startHub } from "./toy-world.ts";

/** A hello whose lookup waits for the test. */
interface HeldHello {
  readonly link: ToyLink;
  answer(): void;
  fail(error: Error): void;
}

async function startHeld(...[t, changes = {}]: Parameters<typeof startHub>) {
  const held: HeldHello[] = [];
  const greet = (link: ToyLink, hello: ToyHello): Promise<Begin> =>
    new Promise((resolve, reject) => {
      held.push({ link, answer: () => resolve(() => beginToy(link, hello)), fail: reject });
    });
  const entry = { by: "hello", withinMs: toyLimits.helloMs, secondHello: "hello was said", greet } as const;
  const world = await startHub(t, { rate: null, ...changes, entry });
  /** Opens a peer that has sent its hello, and the lookup for which it waits. */
  const openHeld = async (who = "kim") => {
    const peer = await world.open();
    const count = held.length;
    peer.send(`hello ${who}`);
    await until(() => held.length > count);
    const hello = held[count];
    if (hello === undefined) throw new Error("Expected that a hello is held");
    return { peer, hello };
  };
  return { ...world, openHeld };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

t.test("frames that arrive during the lookup of a hello are processed in order, after the answer", async (t) => {
  const { clock, hub, openHeld } = await startHeld(t);
  const { peer, hello } = await openHeld();
  peer.send("echo one", "echo two");
  await turns();
  t.equal(hello.link.state.name, "greeted");
  t.same(peer.frames, []);
  clock.advance(toyLimits.helloMs);
  t.equal(hub.links.size, 1, "the hello came in time");
  hello.answer();
  peer.send("echo three");
  t.same(await peer.came(4), ["ready p.t1", "kim one 8", "kim two 8", "kim three 10"]);
});

t.test("kept frames count towards the rate when they are processed", async (t) => {
  const refused: string[] = [];
  const { openHeld } = await startHeld(t, {
    rate: { take: () => 1, refuse: (_link, { text }) => void refused.push(text) },
  });
  const { peer, hello } = await openHeld();
  peer.send("echo one", "echo two");
  await turns();
  t.same(refused, []);
  hello.answer();
  await until(() => refused.length === 2);
  t.same(refused, ["one", "two"]);
});

t.test("the number of kept frames is limited, and one more closes the socket", async (t) => {
  const { openHeld, steps } = await startHeld(t);
  const many = Array.from({ length: framesKeptMax }, (_, index) => `echo ${index}`);
  const full = await openHeld();
  full.peer.send(...many);
  await turns();
  full.hello.answer();
  t.equal((await full.peer.came(1 + framesKeptMax)).at(-1), "kim 63 7");
  const over = await openHeld();
  over.peer.send(...many, "echo more");
  t.same(await over.peer.closed, [1013, "More than 64 frames came before the answer to the hello."]);
  over.hello.answer();
  await turns();
  t.same(over.peer.frames, []);
  t.same(steps, ["closed p.t2 without a session"], "it is cleaned up once, and has no session");
});

t.test("a socket that closes during the lookup is cleaned up, and its session does not start", async (t) => {
  const { clock, hub, openHeld, steps } = await startHeld(t);
  const { peer, hello } = await openHeld();
  peer.send("echo one");
  await turns();
  peer.socket.terminate();
  await until(() => hub.links.size === 0);
  hello.answer();
  await turns();
  t.equal(hello.link.state.name, "closed");
  t.same(steps, ["closed p.t1 without a session"]);
  t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY, "no timer is set");
});

t.test("after a late refusal of a hello, kept frames are not processed; a second hello is a mistake", async (t) => {
  const { openHeld, steps } = await startHeld(t);
  const nobody = await openHeld("nobody");
  nobody.peer.send("echo one");
  await turns();
  nobody.hello.answer();
  t.same(await nobody.peer.closed, [4401, "nobody may not"]);
  t.same(nobody.peer.frames, []);
  const twice = await openHeld();
  twice.peer.send("hello lee");
  t.same(await twice.peer.closed, [4400, "hello was said"]);
  t.same(steps, ["closed p.t1 without a session", "closed p.t2 without a session"]);
});

t.test("a failed lookup, and a failed kept frame, close their socket and are logged", async (t) => {
  const { openHeld, log } = await startHeld(t, { refuseRoom: null });
  const failed = await openHeld();
  failed.hello.fail(new Error("no store"));
  t.same(await failed.peer.closed, [1011, "internal error"]);
  const defect = await openHeld();
  defect.peer.send("echo one", "echo defect", "echo two");
  await turns();
  defect.hello.answer();
  t.same(await defect.peer.closed, [1011, "internal error"]);
  t.same(defect.peer.frames, ["ready p.t2", "kim one 8"]);
  const causes = log.filter(({ msg }) => msg === "socket handler failed").map(({ err }) => Object(err).message);
  t.same(causes, ["no store", "in take"]);
});
