import t from "tap";
import { createInspectorApi } from "../../../src/web/inspector/data/api.ts";
import { openActor } from "../../../src/web/inspector/data/open-actor.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createScriptedApi } from "../desk/data/scripted-api.ts";
import { details, step } from "./inspected.ts";

function open() {
  const scripted = createScriptedApi();
  const clock = createManualClock(0);
  const after = (delayMs: number, run: () => void) => clock.wakeAt(clock.nowMs() + delayMs, run).cancel;
  const actor = openActor({ api: createInspectorApi(scripted.api), browser: { after }, kind: "delivery", id: "d1" });
  return { scripted, clock, actor };
}

t.test("an actor is read with its steps; steps watched meanwhile are neither lost nor shown twice", async (t) => {
  const { scripted, actor } = open();
  void actor.read();
  t.same(
    [scripted.at(0).path, scripted.at(1).path],
    ["/api/inspect/actors/delivery/d1", "/api/inspect/actors/delivery/d1/steps"],
  );
  actor.heard(step({ revision: 3, after: "failed", context: { x: 1 } }));
  await scripted.at(0).answer({ actor: details("delivery/d1", { revision: 2, state: "attempting" }) });
  await scripted.at(1).answer({ steps: [step({ revision: 2 }), step({ revision: 3, after: "failed" })] });
  t.equal(actor.state.value, "ready");
  t.same(
    actor.steps.value.map(({ revision }) => revision),
    [2, 3],
  );
  t.same(actor.steps.value[1]?.context, { x: 1 });
});

t.test(
  "a step updates the actor's state at once; the fields that a step lacks are read after it, in one request",
  async (t) => {
    const { scripted, clock, actor } = open();
    void actor.read();
    await scripted.at(0).answer({ actor: details("delivery/d1", { revision: 2, state: "attempting", sinceMs: 5 }) });
    await scripted.at(1).answer({ steps: [] });
    actor.heard(step({ revision: 3, before: "attempting", after: "attempting", atMs: 70, context: { b: 1 } }));
    t.match(actor.details.value, { state: "attempting", sinceMs: 5, revision: 3, context: { b: 1 } });
    actor.heard(step({ revision: 4, after: "backing_off", atMs: 80 }));
    t.match(actor.details.value, { state: "backing_off", sinceMs: 80, revision: 4, context: { b: 1 } });
    t.equal(scripted.count(), 2);
    clock.advance(300);
    t.equal(scripted.count(), 3, "one request for both steps");
    const deadlines = [{ id: "next-attempt", atMs: 90 }];
    await scripted.at(2).answer({ actor: details("delivery/d1", { revision: 4, state: "backing_off", deadlines }) });
    t.same(actor.details.value?.deadlines, deadlines);
    actor.heard(step({ revision: 6, after: "failed" }));
    clock.advance(300);
    await scripted.at(3).answer({ actor: details("delivery/d1", { revision: 5, state: "attempting" }) });
    t.equal(actor.details.value?.state, "failed", "an older response is ignored");
  },
);

t.test("a failed read is shown, and the known facts stay", async (t) => {
  const { scripted, actor } = open();
  void actor.read();
  await scripted.at(0).fail({ status: 404, code: "not_found" });
  await scripted.at(1).fail({ status: 404, code: "not_found" });
  t.match(actor.state.value, { status: 404 });
  t.equal(actor.details.value, null);
  void actor.read();
  await scripted.at(2).answer({ actor: details("delivery/d1") });
  await scripted.at(3).fail();
  t.match(actor.state.value, { code: "unreached" });
  t.equal(actor.details.value?.actor, "delivery/d1");
});

t.test("a closed actor ignores later responses", async (t) => {
  const { scripted, clock, actor } = open();
  void actor.read();
  actor.heard(step());
  actor.stop();
  clock.advance(1_000);
  await scripted.at(0).answer({ actor: details("delivery/d1") });
  t.equal(actor.details.value, null);
  t.equal(scripted.count(), 2);
});
