import t from "tap";
import type { AnyActorLogic, AnyStateMachine, InspectionEvent } from "xstate";
import { createActor } from "xstate";
import { getShortestPaths } from "xstate/graph";
import { widgetMachine } from "../../../machines/widget/widget.machine.ts";
import { compileLogic } from "../../../src/actors/logic/compile-logic.ts";
import { counterMachine } from "../toy/counter.machine.ts";

interface Sent {
  readonly snapshots: readonly unknown[];
  readonly emitted: readonly unknown[];
  readonly inspected: readonly unknown[];
  readonly kept: unknown;
}

/** The calls that a subscriber, a listener and an inspector of an actor get until it is stopped. */
function play(logic: AnyActorLogic, input: object, events: readonly object[]): Sent {
  const snapshots: unknown[] = [];
  const emitted: unknown[] = [];
  const inspected: unknown[] = [];
  const actor = createActor(logic, { input, inspect: (event) => inspected.push(factsOf(event)) });
  actor.on("*", (effect: unknown) => emitted.push(effect));
  actor.subscribe((snapshot: { value: unknown; context: unknown; status: string }) => {
    const { value, context, status } = snapshot;
    snapshots.push({ value, context, status });
  });
  actor.start();
  for (const event of events) actor.send(event as never);
  const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
  actor.stop();
  return { snapshots, emitted, inspected, kept };
}

function factsOf(event: InspectionEvent): unknown {
  if (event.type === "@xstate.action") return [event.type, event.action];
  if (event.type === "@xstate.event") return [event.type, event.event];
  if (event.type !== "@xstate.snapshot" && event.type !== "@xstate.microstep") return [event.type];
  const { value, context, status } = event.snapshot as { value?: unknown; context?: unknown; status: string };
  const taken = event.type === "@xstate.microstep" ? event._transitions.map((one) => JSON.stringify(one)) : [];
  return [event.type, event.event, value, context, status, taken];
}

const raised = { type: "counter.raised", nowMs: 1, by: 2 };
const played: readonly (readonly [string, AnyStateMachine, object, readonly object[]])[] = [
  [
    "a counter",
    counterMachine,
    { type: "counter.began", nowMs: 0, limit: 4 },
    [raised, { type: "counter.unknown" }, raised, raised, { type: "deadline.reached", nowMs: 9, id: "quiet", atMs: 9 }],
  ],
  [
    "a machine of states in states",
    widgetMachine,
    { mode: "online", isChatting: false },
    [
      { type: "window.open-requested" },
      { type: "call.form-requested" },
      { type: "chat.changed", isChatting: true },
      { type: "window.close-requested" },
      { type: "chat.changed", isChatting: false },
    ],
  ],
];

for (const [name, machine, input, events] of played) {
  t.test(`createActor and inspect report the same for ${name} as for its machine`, async (t) => {
    const sent = play(compileLogic(machine), input, events);
    t.ok(sent.snapshots.length > 1);
    t.strictSame(sent, play(machine, input, events));
  });
}

t.test(
  "createActor continues from the snapshot that the machine's own actor persisted, and the other way round",
  async (t) => {
    const input = { mode: "online", isChatting: false };
    const events = [
      { type: "window.open-requested" },
      { type: "call.form-requested" },
      { type: "chat.changed", isChatting: true },
      { type: "window.close-requested" },
      { type: "chat.changed", isChatting: false },
    ];
    const logic = compileLogic(widgetMachine);
    const { kept } = play(widgetMachine, input, events.slice(0, 2));
    for (const one of [logic, widgetMachine] as const) {
      const actor = createActor(one as AnyActorLogic, { snapshot: kept as never, input }).start();
      for (const event of events.slice(2)) actor.send(event as never);
      const { value, context } = actor.getSnapshot() as { value: unknown; context: unknown };
      t.strictSame({ value, context }, { value: { closed: "label" }, context: { mode: "online", isChatting: false } });
    }
  },
);

t.test("xstate/graph finds the paths of the machine", async (t) => {
  const events = [
    { type: "window.open-requested" },
    { type: "window.close-requested" },
    { type: "call.form-requested" },
    { type: "call.form-left" },
    { type: "chat.changed", isChatting: true },
    { type: "mode.changed", mode: "offline" },
  ];
  const pathsOf = (logic: AnyActorLogic): unknown =>
    getShortestPaths(logic, { events: events as never, input: { mode: "online", isChatting: false } as never }).map(
      ({ state, steps }) => [(state as { value?: unknown }).value, steps.map(({ event }) => event)],
    );
  const found = pathsOf(compileLogic(widgetMachine));
  t.ok(Array.isArray(found) && found.length > 8);
  t.strictSame(found, pathsOf(widgetMachine));
});

t.test("a snapshot returns the same answers as a machine's snapshot", async (t) => {
  const input = { mode: "online", isChatting: false } as const;
  const compiled = compileLogic(widgetMachine).begin(input, []);
  const own = createActor(widgetMachine, { input }).getSnapshot();
  t.equal(compiled.matches("closed"), own.matches("closed"));
  t.equal(compiled.matches("open"), false);
  t.equal(compiled.can({ type: "window.open-requested" }), true);
  t.equal(compiled.can({ type: "call.form-left" }), own.can({ type: "call.form-left" }));
  t.equal(compiled.hasTag("none"), false);
  t.strictSame(compiled.getMeta(), own.getMeta());
  t.strictSame(JSON.parse(JSON.stringify(compiled)), JSON.parse(JSON.stringify(own)));
});
