import t from "tap";
import { asActorKey } from "../../src/core/ids.ts";
import { chatOf } from "../desk/chat-of.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { createHeldRows } from "../harness/held-rows.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import type { InspectorFrame, Watcher } from "./watcher.ts";
import { eventually, openWatcher, placesOf } from "./watcher.ts";

const isStep = (actor: string, event: string) => (frame: InspectorFrame) =>
  frame.type === "@xstate.snapshot" && frame.sessionId === actor && frame.event.type === event;
const isActor = (actor: string) => (frame: InspectorFrame) =>
  frame.type === "@xstate.actor" && frame.sessionId === actor;
const actorsOf = (watcher: Watcher): readonly string[] =>
  watcher.frames.filter(({ type }) => type === "@xstate.actor").map(({ sessionId }) => sessionId);

t.test(
  "a watcher of an actor receives the actor, then only its steps; after the last watcher has left, nothing is watched",
  async (t) => {
    const service = await startService(t);
    const { watching } = service.app.runtime;
    t.equal(watching.watcher, null);
    await service.say("7", "Hello");
    const watcher = await openWatcher(t, service, { watch: ["chat/1"] });
    t.match(await watcher.until(isActor("chat/1")), { snapshot: { value: "waiting", context: { lastSeq: 1 } } });
    const chat = await chatOf(service, "kim");
    await service.say("8", "Me too");
    await chat.reply("How can I help?");
    await watcher.until(isStep("chat/1", "chat.reply-requested"));
    t.same(watcher.steps(), ["chat/1 message.received", "chat/1 chat.accept-requested", "chat/1 chat.reply-requested"]);
    t.same(actorsOf(watcher), ["chat/1"]);
    const [accepted] = watcher.frames.filter(isStep("chat/1", "chat.accept-requested"));
    t.match(accepted, {
      snapshot: { value: "with_agent" },
      parley: {
        before: "waiting",
        after: "with_agent",
        from: null,
        revision: 3,
        index: 0,
        contextBefore: { agent: null },
        context: { agent: { name: "Kim" } },
        taken: [{ source: "waiting", event: "chat.accept-requested" }],
      },
    });
    await watcher.leave();
    await eventually(() => watching.watcher === null);
    t.equal(watching.watcher, null);
  },
);

t.test("steps of unwatched actors are not traced", async (t) => {
  const service = await startService(t);
  const { watching } = service.app.runtime;
  const watcher = await openWatcher(t, service, { watch: ["chat/1"] });
  await watcher.caughtUp();
  t.equal(watching.watcher?.isWatched("chat/1" as never, "client/MOBILEAPP1/7" as never), true);
  t.equal(watching.watcher?.isWatched("chat/2" as never, "client/MOBILEAPP1/7" as never), false);
  t.equal(watching.watcher?.isWatched("delivery/1" as never, "client/MOBILEAPP1/7" as never), false);
  watcher.send({ type: "watch", watch: ["outside/x:0"] });
  await watcher.caughtUp();
  t.equal(watching.watcher, null, "frames from outside do not read the service's own actors");
});

t.test("a conversation is watched completely: the chat, its deliveries, and later actors", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.say("7", "Hello");
  const watcher = await openWatcher(t, service, { watch: ["chat/1/*"] });
  await watcher.until(isActor("bot/1"));
  service.botAttempts[0]?.answer();
  const delivered = await watcher.until(({ parley }) => parley?.after === "delivered");
  t.match(delivered.parley, { from: null, event: { type: "attempt.succeeded" } });
  const received = await watcher.until(isStep("bot/1", "delivery.ended"));
  t.equal(received.parley.from, delivered.sessionId, "the sender of the event");
  t.equal(received.parley.cause, delivered.parley.cause);
  await service.say("8", "Another client");
  await watcher.caughtUp();
  t.notMatch(JSON.stringify(watcher.frames), "chat/2");
});

t.test("a watcher of everything receives each actor before its first step", async (t) => {
  const service = await startService(t);
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  await watcher.until(isActor("agent/4"));
  await service.say("7", "Hello");
  const chat = await chatOf(service, "kim");
  await chat.reply("How can I help?");
  service.attempts[0]?.answer();
  await watcher.until(isStep("chat/1", "delivery.ended"));
  for (const [index, frame] of watcher.frames.entries()) {
    if (frame.type !== "@xstate.actor")
      t.ok(watcher.frames.slice(0, index).some(isActor(frame.sessionId)), `${frame.type} of ${frame.sessionId}`);
  }
  t.equal(new Set(actorsOf(watcher)).size, actorsOf(watcher).length, "each once");
});

t.test(
  "a frame changes the watched topics; unchanged topics are not announced again, wrong keys are refused",
  async (t) => {
    const service = await startService(t);
    for (const sender of ["7", "8"]) await service.say(sender, "Hello");
    const watcher = await openWatcher(t, service, { watch: ["chat/1"] });
    watcher.send({ type: "watch", watch: ["chat/1", "chat/2", "chat/9/*"] });
    await watcher.until(isActor("chat/2"));
    t.match(await watcher.until(({ type }) => type === "error"), { message: /there is no chat\/9\/\*/ });
    watcher.send({ type: "watch", watch: ["chat/2"] });
    await watcher.caughtUp();
    await service.say("7", "More");
    await service.say("8", "More");
    await watcher.until(isStep("chat/2", "message.received"));
    t.same(actorsOf(watcher), ["chat/1", "chat/2"]);
    t.same(watcher.steps(), ["chat/2 message.received"]);
  },
);

t.test(
  "a new watcher receives the recent frames; a watcher that reconnects receives the missed frames, and nothing twice",
  async (t) => {
    const service = await startService(t);
    const first = await openWatcher(t, service, { watch: ["chat/1"] });
    await first.caughtUp();
    for (const text of ["one", "two", "three"]) await service.say("7", text);
    await first.until((frame) => isStep("chat/1", "message.received")(frame) && frame.parley.revision === 3);
    const joined = await openWatcher(t, service, { watch: ["chat/1", "*"] });
    await joined.until((frame) => frame.parley?.revision === 3);
    t.same(placesOf(joined.frames), placesOf(first.frames));
    t.same(placesOf(joined.frames), ["chat/1 1.0", "chat/1 2.0", "chat/1 3.0"]);

    const seenSteps = first.frames.filter(({ type }) => type.startsWith("@xstate.") && type !== "@xstate.actor");
    t.same(seenSteps.map(({ type }) => type.slice("@xstate.".length)).slice(0, 2), ["event", "snapshot"]);
    for (const [index, { id: since }] of seenSteps.entries()) {
      const back = await openWatcher(t, service);
      back.send({ type: "watch", watch: ["chat/1"], since });
      await back.caughtUp();
      const ids = back.frames
        .filter(({ type }) => type === "@xstate.event" || type === "@xstate.snapshot")
        .map(({ id }) => id);
      t.same(
        ids,
        seenSteps.slice(index + 1).map(({ id }) => id),
        `after ${since}`,
      );
      t.notOk(back.frames.some(({ type }) => type === "parley.gap"));
      await back.leave();
    }
    await service.say("7", "four");
    await joined.until((frame) => frame.parley?.revision === 4);
    t.same(placesOf(joined.frames).at(-1), "chat/1 4.0");
    t.equal(placesOf(joined.frames).length, 4);

    const stranger = await openWatcher(t, service);
    stranger.send({ type: "watch", watch: ["chat/1"], since: "another-process.7" });
    t.match(await stranger.until(({ type }) => type === "parley.gap"), { missed: 0 });
  },
);

t.test("a watcher that reconnects to a topic without watchers gets a notice that frames may be missing", async (t) => {
  const service = await startService(t);
  const first = await openWatcher(t, service, { watch: ["chat/1"] });
  await first.caughtUp();
  await service.say("7", "one");
  const { id } = await first.until(isStep("chat/1", "message.received"));
  await first.leave();
  await eventually(() => service.app.runtime.watching.watcher === null);
  await service.say("7", "two");
  const alone = await openWatcher(t, service);
  alone.send({ type: "watch", watch: ["chat/1"], since: id });
  await alone.until(isActor("chat/1"));
  t.equal(alone.frames[0]?.type, "parley.gap", "also when nobody watched anything");
  await alone.leave();
  await eventually(() => service.app.runtime.watching.watcher === null);
  const other = await openWatcher(t, service, { watch: ["chat/2"] });
  await other.caughtUp();
  await service.say("8", "three");
  await other.until(isStep("chat/2", "message.received"));
  const back = await openWatcher(t, service);
  back.send({ type: "watch", watch: ["chat/1"], since: id });
  t.match(await back.until(isActor("chat/1")), { snapshot: { context: { lastSeq: 2 } } });
  t.equal(back.frames[0]?.type, "parley.gap");
});

t.test("a step is shown after its commit, and never if it is refused or undone", async (t) => {
  const { store, hold, failNext } = createFaultyStore();
  const service = await startService(t, { store });
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  await watcher.until(isActor("agent/4"));
  const letGo = hold();
  const said = service.say("7", "Hello");
  await eventually(async () => (await service.store.read("actor", ["chat/1" as never])) !== undefined);
  await watcher.caughtUp();
  t.same(watcher.steps(), [], "the step waits for the disk");
  letGo();
  await said;
  await watcher.until(isStep("chat/1", "message.received"));

  const chat = await chatOf(service, "kim");
  const lee = await service.logIn("lee");
  t.equal((await service.call("POST", `/api/chats/${chat.id}/accept`, { token: lee })).status, 409);
  failNext(1);
  await t.rejects(service.say("7", "Lost"));
  await service.say("7", "Kept");
  await watcher.until((frame) => isStep("chat/1", "message.received")(frame) && frame.parley.revision === 4);
  t.same(watcher.steps(), [
    "chat/1 message.received",
    "chat/1 message.received",
    "chat/1 chat.accept-requested",
    "chat/1 message.received",
  ]);
});

t.test(
  "requests of an inspector are answered in order, also during a read; too many requests close the socket",
  async (t) => {
    const { store, hold } = createHeldRows();

    const service = await startService(t, { store });
    await service.say("7", "Hello");
    const [patient, other] = [await openWatcher(t, service), await openWatcher(t, service)];
    await other.caughtUp();
    const first = hold("actor", [asActorKey("chat/1")]);
    patient.send({ type: "watch", watch: ["chat/1"] });
    patient.send("no frame");
    patient.send({ type: "beat" });
    await other.caughtUp();
    t.same(patient.frames, []);
    first.letGo();
    await patient.until(({ type }) => type === "beat");
    t.same(
      patient.frames.map(({ type }) => type),
      ["@xstate.actor", "error", "beat"],
    );
    const second = hold("actor", [asActorKey("chat/1")]);
    other.send({ type: "watch", watch: ["chat/1"] });
    for (let beats = 0; beats < 66; beats += 1) other.send({ type: "beat" });
    t.same(await other.closed, { code: 1013, reason: "More than 64 frames came before others were answered." });
    second.letGo();
    await patient.caughtUp();
  },
);

t.test("a watcher that throws has no effect on others", async (t) => {
  const service = await startService(t);
  const { watching } = service.app.runtime;
  watching.watcher = {
    isWatched: () => true,
    show() {
      throw new Error("I cannot look");
    },
  };
  await service.say("7", "Hello");
  await service.settle();
  t.equal((await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") })).status, 200);
  t.ok(service.logLines.some(({ msg }) => msg === "an effect of a commit could not be carried out"));
  watching.watcher = null;
});

/** Sends many messages in many chats at once, so that there is much to show in a short time. */
async function sayMuch(service: Service, clients: number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(Array.from({ length: clients }, (_, client) => service.say(String(client), `Line ${round}`)));
}

t.test("data that is too large is left out, and the frame notes this", async (t) => {
  const service = await startService(t);
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  await watcher.until(isActor("agent/4"));
  const { watcher: hub } = service.app.runtime.watching;
  const shown: Parameters<NonNullable<typeof hub>["show"]>[0][] = [];
  const place = service.app.runtime.watching;
  place.watcher = { isWatched: () => true, show: (steps) => void shown.push(steps) };
  await sayMuch(service, 10, 1);
  place.watcher = hub;
  const [steps = []] = shown;
  const many = Array.from({ length: 2_500 }, () => steps[0]).filter((step) => step !== undefined);
  hub?.show(many);
  const gap = await watcher.until(({ type }) => type === "parley.gap");
  t.equal(gap.missed, 500);
  const placeOfGap = watcher.frames.indexOf(gap);
  t.equal(watcher.frames.slice(0, placeOfGap).filter(({ type }) => type === "@xstate.snapshot").length, 2_000);
  await watcher.until((frame) => watcher.frames.indexOf(frame) > placeOfGap && isActor("chat/1")(frame));
});
