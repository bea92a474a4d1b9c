import type {
  StatelyActorEvent,
  StatelyEventEvent,
  StatelyInspectionEvent,
  StatelySnapshotEvent,
} from "@statelyai/inspect";
import { createWebSocketInspector, createWebSocketReceiver } from "@statelyai/inspect";
import t from "tap";
import { assign, createActor, setup } from "xstate";
import type { toActorFrame, toEventFrame, toSnapshotFrame } from "../../src/codec/inspect/inspect-sent.ts";
import { chatOf } from "../desk/chat-of.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { inspectUrl, openWatcher } from "./watcher.ts";

/** JSON omits fields that are `undefined`, so such a field is the same as a missing one. */
type Same<Ours, Theirs> = Ours extends Theirs ? true : never;
const isActorFrame: Same<ReturnType<typeof toActorFrame>, StatelyActorEvent> = true;
const isEventFrame: Same<ReturnType<typeof toEventFrame>, StatelyEventEvent> = true;
const isSnapshotFrame: Same<ReturnType<typeof toSnapshotFrame>, StatelySnapshotEvent> = true;

/** The complete URL that a peer is given; the peer has no other data. */
const urlWithToken = async (service: Service, watch: readonly string[] = []): Promise<string> =>
  inspectUrl(service, watch).replace("ws://", `ws://inspect:${await service.logIn("ada")}@`);

t.test("the receiver of @statelyai/inspect reads a chat: its actors, their events and their snapshots", async (t) => {
  t.same([isActorFrame, isEventFrame, isSnapshotFrame], [true, true, true]);
  const service = await startService(t);
  await service.say("7", "Hello");
  const receiver = createWebSocketReceiver({ server: await urlWithToken(service, ["chat/1/*"]) });
  const events: StatelyInspectionEvent[] = [];
  const until = (fits: (event: StatelyInspectionEvent) => boolean): Promise<StatelyInspectionEvent> =>
    new Promise((resolve) => {
      const known = events.find(fits);
      if (known !== undefined) resolve(known);
      receiver.subscribe((event) => fits(event) && resolve(event));
    });
  receiver.subscribe((event) => void events.push(event));
  const first = await until(({ type }) => type === "@xstate.actor");
  t.match(first, {
    type: "@xstate.actor",
    sessionId: "chat/1",
    rootId: "chat/1",
    name: "chat/1",
    _version: "0.7.2",
    snapshot: { status: "active", value: "waiting", context: { id: "1", lastSeq: 1 } },
  });
  const definition = first.type === "@xstate.actor" ? JSON.parse(first.definition ?? "null") : null;
  t.same(Object.keys(definition.states).includes("with_agent"), true, "the definition is that of the machine");

  const chat = await chatOf(service, "kim");
  await chat.reply("How can I help?");
  const delivery = await until(
    ({ type, sessionId }) => type === "@xstate.snapshot" && sessionId.startsWith("delivery/"),
  );
  t.match(delivery, { snapshot: { status: "active", value: "attempting" }, event: { type: "delivery.queued" } });
  const sent = await until(({ type, sessionId }) => type === "@xstate.event" && sessionId === delivery.sessionId);
  t.match(sent, { sourceId: "chat/1", event: { type: "delivery.queued" } });
  for (const { sessionId } of events) {
    const announced = events.findIndex((event) => event.type === "@xstate.actor" && event.sessionId === sessionId);
    t.ok(
      announced >= 0 && announced <= events.findIndex((event) => event.sessionId === sessionId),
      `the actor ${sessionId} is sent before its steps`,
    );
  }
  t.ok(
    events.every(({ _version, createdAt, id }) => _version === "0.7.2" && createdAt !== "" && id.startsWith("test.")),
  );
});

/** A machine with a hierarchy, a guard and an `always` transition. */
const kettle = setup({
  types: {
    context: {} as { degrees: number; apiKey: string },
    events: {} as { type: "switch.pressed" } | { type: "water.heated" },
  },
  guards: { isBoiling: ({ context }) => context.degrees >= 100 },
  actions: { heat: assign({ degrees: ({ context }) => context.degrees + 40 }) },
}).createMachine({
  id: "kettle",
  initial: "off",
  context: { degrees: 20, apiKey: "k-3141592653" },
  states: {
    off: { on: { "switch.pressed": "on" } },
    on: {
      initial: "heating",
      states: {
        heating: { on: { "water.heated": { actions: "heat" } }, always: { guard: "isBoiling", target: "boiling" } },
        boiling: {},
      },
      on: { "switch.pressed": "off" },
    },
  },
});

t.test("an actor that the inspector of @statelyai/inspect reports is listed, opened, drawn and watched", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("ada");
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  const inspector = createWebSocketInspector({ url: await urlWithToken(service) });
  t.teardown(() => inspector.stop());
  const actor = createActor(kettle, { inspect: inspector.inspect });
  actor.start();
  t.teardown(() => actor.stop());
  const address = `outside/${actor.sessionId}`;
  const met = await watcher.until(({ type, sessionId }) => type === "@xstate.actor" && sessionId === address);
  t.match(met, { name: "kettle", snapshot: { value: "off", context: { degrees: 20 } } });
  actor.send({ type: "switch.pressed" });
  for (const _ of [1, 2]) actor.send({ type: "water.heated" });
  const boiling = await watcher.until((frame) => frame.parley?.after === "on.boiling");
  t.match(boiling, { snapshot: { value: { on: "boiling" } }, parley: { actor: address, before: "on.heating" } });

  const { body } = await service.call("GET", "/api/inspect/actors?kind=outside", { token });
  t.match(body, { actors: [{ actor: address, kind: "outside", state: "on.boiling" }], cursor: null });
  const opened = await service.call("GET", `/api/inspect/actors/${encodeURI(address)}`, { token });
  const { actor: details } = JSON.parse(JSON.stringify(opened.body));
  t.match(details, { actor: address, state: "on.boiling", context: { apiKey: "***" } });
  const steps = await service.call("GET", `/api/inspect/actors/${encodeURI(address)}/steps`, { token });
  t.same(
    JSON.parse(JSON.stringify(steps.body)).steps.map((step: { event: { type: string } }) => step.event.type),
    ["xstate.init", "switch.pressed", "water.heated", "water.heated"],
  );
  const chart = await fetch(`${service.url}/api/inspect/charts/${details.chart}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  t.same([chart.status, chart.headers.get("content-type")], [200, "image/svg+xml"]);
  t.match(await chart.text(), /data-state="on\.boiling"/);
  t.notMatch(JSON.stringify([watcher.frames, opened.body, steps.body]), /k-3141592653/);
});
