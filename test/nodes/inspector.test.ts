import t from "tap";
import type { InspectedActor, InspectedChat, InspectedStep } from "../../src/codec/inspect/inspected.types.ts";
import type { Service } from "../harness/service.ts";
import { eventually, openWatcher, placesOf } from "../inspect/watcher.ts";
import { startInspectedNodes } from "./inspector-world.ts";

/** The body of an answer of `/api/inspect/…`. Its fields depend on the request. */
interface InspectBody {
  readonly actor: InspectedActor;
  readonly actors: readonly InspectedActor[];
  readonly steps: readonly InspectedStep[];
  readonly chat: InspectedChat;
}

async function read(service: Service, path: string): Promise<InspectBody> {
  const token = await service.logIn("ada");
  const answer = await fetch(`${service.url}/api/inspect/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return JSON.parse(await answer.text());
}
const watcherOf = (service: Service) => service.app.runtime.watching.watcher;

t.test("a step of another node is shown, in one order with the steps of the own node", async (t) => {
  const { nodes, shown } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  await one.say("ann", "hello");
  const watcher = await openWatcher(t, one, { watch: ["chat/1"] });
  await watcher.caughtUp();
  for (let round = 0; round < 4; round += 1) {
    await two.say("ann", `two ${round}`);
    await one.say("ann", `one ${round}`);
  }
  await shown(watcher);
  const steps = watcher.frames.flatMap(({ parley }) => parley ?? []);
  t.same(
    steps.map(({ revision }) => revision),
    steps.map((_, index) => (steps[0]?.revision ?? 0) + index),
    "no step is missing, and all are in order",
  );
  t.same(
    steps.map(({ node }) => node),
    ["two", "one", "two", "one", "two", "one", "two", "one"],
  );
  t.match(steps[0], { actor: "chat/1", before: "waiting", after: "waiting", contextBefore: { lastSeq: 1 } });
  t.notOk(watcher.frames.some(({ type }) => type === "parley.gap"));
});

t.test("a watcher of all actors gets an actor before its first step, on any node", async (t) => {
  const { nodes, shown } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  const watcher = await openWatcher(t, one, { watch: ["*"] });
  await watcher.caughtUp();
  await two.say("ann", "hello");
  await shown(watcher);
  const ofChat = watcher.frames.filter(({ sessionId }) => sessionId === "chat/1").map(({ type }) => type);
  t.same(ofChat.slice(0, 3), ["@xstate.actor", "@xstate.event", "@xstate.snapshot"]);
});

t.test("watchers on both nodes get each step once", async (t) => {
  const { nodes, shown } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  await one.say("ann", "hello");
  const atOne = await openWatcher(t, one, { watch: ["chat/1/*"] });
  const atTwo = await openWatcher(t, two, { watch: ["chat/1", "*"] });
  await Promise.all([atOne.caughtUp(), atTwo.caughtUp()]);
  for (const service of [two, one, two]) await service.say("ann", "more");
  await shown(atOne, atTwo);
  for (const watcher of [atOne, atTwo]) {
    const ofChat = placesOf(watcher.frames).filter((place) => place.startsWith("chat/1 "));
    t.same(ofChat, ["chat/1 2.0", "chat/1 3.0", "chat/1 4.0"]);
  }
});

t.test("nodes send no steps without a watcher, and stop when the last watcher leaves", async (t) => {
  const { nodes, shown, pass } = await startInspectedNodes(t);
  const [one, two] = nodes;
  await one.service.say("ann", "hello");
  await two.service.say("ann", "hello");
  await pass(5_000);
  t.same([...one.told, ...two.told], []);
  t.same([watcherOf(one.service), watcherOf(two.service)], [null, null]);
  const watcher = await openWatcher(t, one.service, { watch: ["chat/1"] });
  await watcher.caughtUp();
  t.not(watcherOf(two.service), null);
  await two.service.say("bob", "somebody else");
  await shown(watcher);
  t.notOk(
    two.told.some(({ text }) => text.includes("steps")),
    "steps without a watcher are not sent",
  );
  await pass(10_000);
  t.not(watcherOf(two.service), null, "the notice is repeated");
  await watcher.leave();
  await eventually(async () => {
    await pass(50);
    return watcherOf(two.service) === null;
  });
  t.equal(watcherOf(one.service), null);
  const count = one.told.length + two.told.length;
  await two.service.say("ann", "more");
  await pass(5_000);
  t.equal(one.told.length + two.told.length, count);
});

t.test("the watches of a node end when the node is lost", async (t) => {
  const { nodes, pass } = await startInspectedNodes(t);
  const [one, two] = nodes;
  await one.service.say("ann", "hello");
  const watcher = await openWatcher(t, one.service, { watch: ["chat/1"] });
  await watcher.caughtUp();
  t.not(watcherOf(two.service), null);
  one.die();
  await pass(7_000);
  t.equal(watcherOf(two.service), null);
  const count = two.told.length;
  await two.service.say("ann", "more");
  await pass(1_000);
  t.equal(two.told.length, count);
});

t.test(
  "a watcher that may have missed steps is notified: after missed notices, and after the loss of a node",
  async (t) => {
    const { nodes, pass } = await startInspectedNodes(t);
    const [one, two] = nodes;
    await one.service.say("ann", "hello");
    const watcher = await openWatcher(t, one.service, { watch: ["chat/1"] });
    await watcher.caughtUp();
    one.peers.cut();
    await two.service.say("ann", "no watcher receives this step");
    await pass(2_000);
    t.match(await watcher.until(({ type }) => type === "parley.gap"), { missed: 0 });
    const gaps = (): number => watcher.frames.filter(({ type }) => type === "parley.gap").length;
    const before = gaps();
    two.die();
    await pass(7_000);
    await watcher.when(() => gaps() > before);
  },
);

t.test("too many steps for the other node to send are a gap, and a step that never arrives is a gap too", async (t) => {
  const { nodes, pass, shown } = await startInspectedNodes(t);
  const [one, two] = nodes;
  await one.service.say("ann", "hello");
  const watcher = await openWatcher(t, one.service, { watch: ["chat/1"] });
  await watcher.caughtUp();
  const missed = (actor: string) => JSON.stringify({ missed: [{ actor, conversation: "client/x/1", count: 7 }] });
  await two.peers.tell("steps", missed("chat/2"));
  await two.peers.tell("steps", missed("chat/1"));
  t.match(await watcher.until(({ type }) => type === "parley.gap"), { missed: 7 });
  await two.service.say("ann", "told");
  await shown(watcher);
  const { tell } = two.peers;
  two.peers.tell = async () => undefined;
  await two.service.say("ann", "lost on its way");
  await pass(200);
  two.peers.tell = tell;
  await two.service.say("ann", "told");
  await pass(1_200);
  await watcher.until(({ type, missed }) => type === "parley.gap" && missed === 0);
  await watcher.caughtUp();
  t.same(placesOf(watcher.frames), ["chat/1 2.0", "chat/1 4.0"]);
});

t.test("the history of an actor that moved between nodes is one list in order, from either node", async (t) => {
  const { nodes, settle } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  for (let round = 0; round < 3; round += 1) {
    await one.say("ann", `one ${round}`);
    await two.say("ann", `two ${round}`);
  }
  const token = await two.logIn("kim");
  await two.call("POST", "/api/chats/1/accept", { token });
  await settle();
  const histories = await Promise.all([one, two].map((service) => read(service, "actors/chat/1/steps")));
  const [steps = []] = histories.map(({ steps }) => steps);
  t.same(
    steps.map(({ revision, event }) => `${revision} ${event.type}`),
    [1, 2, 3, 4, 5, 6].map((revision) => `${revision} message.received`).concat("7 chat.accept-requested"),
  );
  t.same(histories[0], histories[1]);
  for (const service of [one, two]) {
    const { actor } = await read(service, "actors/chat/1");
    t.match(actor, { state: "with_agent", revision: 7 }, "the stored state, from any node");
  }
  const [ofChat, same] = [(await read(one, "chats/1")).chat.steps, (await read(two, "chats/1")).chat.steps];
  t.same(ofChat, same);
  t.same(
    ofChat.filter(({ actor }) => actor === "chat/1").map(({ revision }) => revision),
    [1, 2, 3, 4, 5, 6, 7],
  );
});

t.test("an actor that is parked on another node is shown as parked on that node", async (t) => {
  const { nodes, pass } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  await one.say("ann", "hello");
  const pending = { target: { kind: "actor", actor: "chat/1" }, event: { type: "toy" }, cause: "test" } as never;
  for (let count = 0; count < 3; count += 1) two.app.runtime.defects.note(pending, new Error("boom"));
  for (const service of [one, two]) {
    const { actor } = await read(service, "actors/chat/1");
    t.match(actor.parked, { reason: "Error: boom", nodes: ["two"] });
    const { actors } = await read(service, "actors?parked=true");
    t.same(
      actors.map(({ actor }) => actor),
      ["chat/1"],
    );
  }
  for (let count = 0; count < 3; count += 1) one.app.runtime.defects.note(pending, new Error("bang"));
  await pass(2_000);
  t.same((await read(two, "actors/chat/1")).actor.parked?.nodes, ["two", "one"]);
});

t.test("a request is answered although one node does not answer", async (t) => {
  const { nodes, clock, settle } = await startInspectedNodes(t);
  const [one, two] = nodes;
  await one.service.say("ann", "hello");
  two.peers.freeze();
  let answered = false;
  const answer = read(one.service, "actors/chat/1").finally(() => {
    answered = true;
  });
  while (!answered) {
    await settle();
    clock.advance(100);
  }
  t.match(await answer, { actor: { state: "waiting" } });
  two.peers.thaw();
});

t.test("the number of sent steps is measured", async (t) => {
  const { nodes, shown } = await startInspectedNodes(t);
  const [one, two] = nodes.map(({ service }) => service) as [Service, Service];
  await one.say("ann", "hello");
  const watcher = await openWatcher(t, one, { watch: ["chat/1"] });
  await watcher.caughtUp();
  await two.say("ann", "more");
  await shown(watcher);
  const metrics = await Promise.all([one, two].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  t.match(metrics[0], /^parley_inspect_watching_nodes 0$/m);
  t.match(metrics[0], /^parley_inspect_steps_heard_total 1$/m);
  t.match(metrics[1], /^parley_inspect_watching_nodes 1$/m);
  t.match(metrics[1], /^parley_inspect_steps_told_total 1$/m);
  t.match(metrics[1], /^parley_inspect_steps_not_told_total 0$/m);
});
