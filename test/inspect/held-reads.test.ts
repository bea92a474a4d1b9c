import t from "tap";
import type { HubWatcher } from "./hub-world.ts";
import { createHubWorld, passTurns } from "./hub-world.ts";

const stepsOf = (frames: HubWatcher["frames"]): readonly string[] =>
  frames.filter(({ isStep }) => isStep).map(({ id }) => id);

t.test("steps that an actor takes during its read are sent after it, each once and in order", async (t) => {
  const world = createHubWorld();
  world.store("chat/1", 1);
  world.hold();
  const watcher = world.watcher();
  const watched = world.hub.watch(watcher.subscription, ["chat/1"], null);
  await passTurns();
  t.equal(world.watching.watcher, world.hub, "steps are watched before the actor is read");
  await world.step("chat/1", 2, 3);
  await world.step("chat/1", 4);
  t.same(watcher.shown, []);
  await world.release();
  await watched;
  t.same(watcher.shown, ["chat/1 after 1", "chat/1 step 2", "chat/1 step 3", "chat/1 step 4"]);
  await world.step("chat/1", 5);
  t.same(watcher.shown.slice(4), ["chat/1 step 5"]);
});

t.test("a watcher that waits for a read does not delay other watchers", async (t) => {
  const world = createHubWorld();
  world.store("chat/1", 1);
  const first = world.watcher();
  await world.hub.watch(first.subscription, ["chat/1"], null);
  await world.step("chat/1", 2);
  world.hold();
  const second = world.watcher();
  const watched = world.hub.watch(second.subscription, ["chat/1"], null);
  await passTurns();
  await world.step("chat/1", 3);
  t.same(first.shown, ["chat/1 after 1", "chat/1 step 2", "chat/1 step 3"]);
  await world.release();
  await watched;
  t.same(second.shown, ["chat/1 after 2", "chat/1 step 2", "chat/1 step 3"], "also a step that was just shown, once");
});

t.test("a watcher that disconnects during a read, and reconnects with any frame's id, misses nothing", async (t) => {
  const world = createHubWorld();
  world.store("chat/1", 1);
  world.store("chat/2", 1);
  const keeper = world.watcher();
  await world.hub.watch(keeper.subscription, ["chat/1", "chat/2"], null);
  const watcher = world.watcher();
  await world.hub.watch(watcher.subscription, ["chat/1"], null);
  world.hold();
  const watched = world.hub.watch(watcher.subscription, ["chat/1", "chat/2"], null);
  await passTurns();
  await world.step("chat/1", 2);
  await world.step("chat/2", 2);
  await world.release();
  await watched;
  t.same(watcher.shown, ["chat/1 after 1", "chat/2 after 1", "chat/1 step 2", "chat/2 step 2"]);
  const steps = stepsOf(watcher.frames);
  t.same(steps, ["p.1", "p.2", "p.3", "p.4"]);
  for (const [index, { id }] of watcher.frames.entries()) {
    const back = world.watcher();
    await world.hub.watch(back.subscription, ["chat/1", "chat/2"], id);
    const missed = stepsOf(watcher.frames.slice(index + 1));
    t.same(stepsOf(back.frames), missed, `after frame ${index}`);
    world.hub.leave(back.subscription);
  }
});

t.test(
  "watched topics change in the order of the requests, and a watcher that has left receives nothing",
  async (t) => {
    const world = createHubWorld();
    for (const actor of ["chat/1", "chat/2"]) world.store(actor, 1);
    world.hold();
    const watcher = world.watcher();
    const first = world.hub.watch(watcher.subscription, ["chat/1/*"], null);
    const second = world.hub.watch(watcher.subscription, ["chat/2"], null);
    await passTurns();
    t.same(
      world.reads.map(({ actor }) => actor),
      ["chat/1"],
      "the second request waits for the first",
    );
    await world.release();
    await Promise.all([first, second]);
    t.same(watcher.shown, ["chat/2 after 1"]);
    await world.step("chat/1", 2);
    t.same(watcher.shown, ["chat/2 after 1"], "the actor is not watched");
    world.hold();
    const third = world.hub.watch(watcher.subscription, ["chat/1"], null);
    await world.step("chat/1", 3);
    world.hub.leave(watcher.subscription);
    t.equal(world.watching.watcher, null);
    await world.release();
    await third;
    t.same(watcher.shown, ["chat/2 after 1"]);
    t.equal(watcher.failed, 0);
  },
);

t.test("too many steps during a read cause a gap, after which everything is announced again", async (t) => {
  const world = createHubWorld();
  world.store("chat/1", 1);
  world.hold();
  const watcher = world.watcher();
  const watched = world.hub.watch(watcher.subscription, ["chat/1"], null);
  await passTurns();
  await world.step("chat/1", ...Array.from({ length: 300 }, (_, index) => index + 2));
  t.same(watcher.shown, []);
  await world.release();
  await watched;
  t.same(watcher.shown.slice(0, 2), ["chat/1 after 1", "chat/1 step 2"]);
  t.same(watcher.shown.slice(256), ["chat/1 step 257", "gap of 44", "chat/1 after 301"]);
  await world.step("chat/1", 302);
  t.same(watcher.shown.at(-1), "chat/1 step 302");
});

t.test(
  "for a watcher of everything, actors are announced together, and an actor that takes a step meanwhile before this step",
  async (t) => {
    const world = createHubWorld(["chat/1", "chat/2", "chat/3"]);
    for (const actor of ["chat/1", "chat/2"]) world.store(actor, 1);
    world.hold();
    const watcher = world.watcher();
    await world.hub.watch(watcher.subscription, ["*"], null);
    await passTurns();
    t.same(
      world.reads.map(({ actor }) => actor),
      ["chat/1", "chat/2", "chat/3"],
    );
    await world.step("chat/2", 2);
    await world.step("chat/4", 1);
    await world.release();
    t.same(watcher.shown, ["chat/1 after 1", "chat/2 after 1", "chat/2 step 2", "chat/4 after 0", "chat/4 step 1"]);
  },
);

t.test("a failed read disconnects only the watcher that requested it", async (t) => {
  const world = createHubWorld();
  world.store("chat/1", 1);
  const other = world.watcher();
  await world.hub.watch(other.subscription, ["chat/1"], null);
  world.hold();
  const watcher = world.watcher();
  const watched = world.hub.watch(watcher.subscription, ["chat/1"], null);
  await passTurns();
  world.reads[0]?.fail();
  await watched;
  t.equal(watcher.failed, 1);
  t.same(world.errors, ["the actors of a watcher could not be read"]);
  await world.release();
  await world.step("chat/1", 2);
  t.same(watcher.shown, []);
  t.same(other.shown, ["chat/1 after 1", "chat/1 step 2"]);
});
