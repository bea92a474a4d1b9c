import t from "tap";
import type { Actor } from "xstate";
import { createActor } from "xstate";
import { widgetMachine } from "../../../machines/widget/widget.machine.ts";
import type { WidgetContext, WidgetEvent, WidgetState } from "../../../machines/widget/widget-state.ts";
import { isWindowOpen, nameOfEvent, nameOfStart, widgetStateOf } from "../../../machines/widget/widget-state.ts";
import { tabulate } from "../../../src/web/build/tabulate.ts";

type WidgetActor = Actor<typeof widgetMachine>;

/** One row of the table: after `given`, `when` leads to `state`. */
interface Row {
  readonly name: string;
  readonly input: WidgetContext;
  readonly given: readonly WidgetEvent[];
  readonly when: WidgetEvent | null;
  readonly state: WidgetState;
}

const online: WidgetContext = { mode: "online", isChatting: false };
const offline: WidgetContext = { mode: "offline", isChatting: false };
const chatting: WidgetContext = { mode: "online", isChatting: true };
const chattingAlone: WidgetContext = { mode: "offline", isChatting: true };

const open: WidgetEvent = { type: "window.open-requested" };
const close: WidgetEvent = { type: "window.close-requested" };
const call: WidgetEvent = { type: "call.form-requested" };
const leave: WidgetEvent = { type: "call.form-left" };
const wanted: WidgetEvent = { type: "contacts.wanted" };
const done: WidgetEvent = { type: "contacts.done" };
const write: WidgetEvent = { type: "writing.requested" };
const mode = (to: WidgetContext["mode"]): WidgetEvent => ({ type: "mode.changed", mode: to });
const chat = (isChatting: boolean): WidgetEvent => ({ type: "chat.changed", isChatting });

const row = (
  name: string,
  input: WidgetContext,
  given: readonly WidgetEvent[],
  when: WidgetEvent | null,
  state: WidgetState,
): Row => ({ name, input, given, when, state });

const tests: Readonly<Record<string, readonly Row[]>> = {
  "[WJ-45] the states and what leads from one to the next": [
    row("at first the label", online, [], null, "label"),
    row("at first the label, offline as well", offline, [], null, "label"),
    row("at first chat/min with a chat in progress", chatting, [], null, "chat/min"),
    row("label, open: the chat", online, [], open, "chat"),
    row("label, open, offline: the offline form", offline, [], open, "offline"),
    row("chat/min, open: the chat", chatting, [], open, "chat"),
    row("chat/min, open, offline: the chat in progress", chattingAlone, [], open, "chat"),
    row("label, offline since: the offline form", online, [mode("offline")], open, "offline"),
    row("label, callback form", online, [], call, "call"),
    row("label, callback form, offline", offline, [], call, "call"),
    row("chat/min, callback form", chatting, [], call, "chat/call"),
    row("chat, callback form, a chat in progress", chatting, [open], call, "chat/call"),
    row("chat, callback form, no chat yet", online, [open], call, "call"),
    row("offline, callback form", offline, [open], call, "call"),
    row("introduce, callback form", chatting, [open, wanted], call, "chat/call"),
    row("chat, contacts form", chatting, [open], wanted, "introduce"),
    row("introduce, filled or skipped", chatting, [open, wanted], done, "chat"),
    row("introduce, filled, agents gone", chatting, [open, wanted, mode("offline")], done, "chat"),
    row("call, left", online, [call], leave, "chat"),
    row("call, left, offline", offline, [call], leave, "offline"),
    row("chat/call, left", chatting, [call], leave, "chat"),
    row("chat/call, left, offline", chattingAlone, [call], leave, "chat"),
    row("offline, the mode becomes online", offline, [open], mode("online"), "chat"),
    row("chat, agents go", online, [open], mode("offline"), "chat"),
    row("chat, the chat ends", chattingAlone, [open], chat(false), "chat"),
    row("introduce, the chat ends", chatting, [open, wanted], chat(false), "introduce"),
    row("chat, close", online, [open], close, "label"),
    row("chat, close, a chat in progress", chatting, [open], close, "chat/min"),
    row("offline, close", offline, [open], close, "label"),
    row("introduce, close", chatting, [open, wanted], close, "chat/min"),
    row("call, close", online, [call], close, "label"),
    row("chat/call, close", chatting, [call], close, "chat/min"),
  ],
  "[WJ-44] what is asked for in one state alone": [
    row("contacts are asked for in the chat alone: label", online, [], wanted, "label"),
    row("contacts are asked for in the chat alone: offline", offline, [open], wanted, "offline"),
    row("contacts are asked for in the chat alone: call", online, [call], wanted, "call"),
    row("offline, told once more that it is", offline, [open], mode("offline"), "offline"),
    row("offline, a chat begins", offline, [open], chat(true), "chat"),
    row("offline, the visitor writes all the same", offline, [open], write, "chat"),
    row("writing is asked for in the offline form alone", offline, [call], write, "call"),
  ],
  "[WJ-43] a chat begins or ends while the window is closed or shows the call form": [
    row("label, a chat begins", online, [], chat(true), "chat/min"),
    row("chat/min, the chat ends", chatting, [], chat(false), "label"),
    row("call, a chat begins", online, [call], chat(true), "chat/call"),
    row("chat/call, the chat ends", chatting, [call], chat(false), "call"),
  ],
  "[WJ-08] what is the case already changes nothing": [
    row("chat, open", online, [open], open, "chat"),
    row("introduce, open", chatting, [open, wanted], open, "introduce"),
    row("call, open", online, [call], open, "call"),
    row("call, callback form", chatting, [call], call, "chat/call"),
    row("label, close", online, [], close, "label"),
    row("chat/min, close", chatting, [], close, "chat/min"),
  ],
};

const start = (input: WidgetContext): WidgetActor => createActor(widgetMachine, { input }).start();

/** Returns the actor as if it had been stored and reloaded. */
const rehydrated = (actor: WidgetActor, input: WidgetContext): WidgetActor => {
  const snapshot = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
  return createActor(widgetMachine, { input, snapshot }).start();
};

for (const [title, rows] of Object.entries(tests))
  t.test(title, async (t) => {
    for (const { name, input, given, when, state } of rows)
      for (const way of ["live", "rehydrated before every step"] as const) {
        let actor = start(input);
        for (const event of when === null ? given : [...given, when]) {
          if (way !== "live") actor = rehydrated(actor, input);
          actor.send(event);
        }
        t.equal(widgetStateOf(actor.getSnapshot().value), state, `${name} (${way})`);
        t.equal(actor.getSnapshot().status, "active", `${name} (${way}): it goes on`);
      }
  });

t.test("the browsers' table leads to the same states", async (t) => {
  const { states, starts, events, next } = tabulate();
  for (const { name, input, given, when, state } of Object.values(tests).flat()) {
    let at = starts[nameOfStart(input)];
    for (const event of when === null ? given : [...given, when])
      at = next[at ?? -1]?.[events.indexOf(nameOfEvent(event))];
    t.equal(states[at ?? -1], state, name);
  }
});

t.test("the window is open in all states except two", async (t) => {
  const states: readonly WidgetState[] = ["label", "chat/min", "chat", "call", "chat/call", "offline", "introduce"];
  t.strictSame(states.filter(isWindowOpen), ["chat", "call", "chat/call", "offline", "introduce"]);
});

/** The target of one event from these states; an event without a row changes nothing. */
type Way = readonly [from: readonly WidgetState[], by: string, to: (after: WidgetContext) => WidgetState];
const minimised = ({ isChatting }: WidgetContext): WidgetState => (isChatting ? "chat/min" : "label");
const calling = ({ isChatting }: WidgetContext): WidgetState => (isChatting ? "chat/call" : "call");
const asItIs = ({ mode, isChatting }: WidgetContext): WidgetState =>
  mode === "offline" && !isChatting ? "offline" : "chat";
const opened: readonly WidgetState[] = ["chat", "call", "chat/call", "offline", "introduce"];
const ways: readonly Way[] = [
  [["label", "chat/min"], "window.open-requested", asItIs],
  [["label", "chat/min", "chat"], "call.form-requested", calling],
  [["chat"], "contacts.wanted", () => "introduce"],
  [["introduce"], "contacts.done", () => "chat"],
  [["call", "chat/call"], "call.form-left", asItIs],
  [["offline"], "online", () => "chat"],
  [opened, "window.close-requested", minimised],
];
/** Rows in addition to the table of WJ-45, for the reasons in `machines/widget/RULES.md`. */
const added: readonly Way[] = [
  [["introduce", "offline"], "call.form-requested", calling],
  [["offline"], "writing.requested", () => "chat"],
];
/** What the names of the states mean. Source: WJ-43, WJ-44. */
const meant: readonly Way[] = [
  [["offline"], "true", () => "chat"],
  [["label", "chat/min"], "true", minimised],
  [["label", "chat/min"], "false", minimised],
  [["call", "chat/call"], "true", calling],
  [["call", "chat/call"], "false", calling],
];

/** Returns the facts after an event, by the names in the browsers' table. */
function factsAfter({ mode, isChatting }: WidgetContext, event: string): WidgetContext {
  if (event === "online" || event === "offline") return { mode: event, isChatting };
  return { mode, isChatting: event === "true" || (isChatting && event !== "false") };
}

t.test("the chart has the rows of WJ-45, the added ones, and no others", async (t) => {
  const { states, starts, events, next } = tabulate();
  const taken = new Set<Way>();
  const all = [...ways, ...added, ...meant];
  const seen = new Set<string>();
  const follow = (at: number, facts: WidgetContext): void => {
    const state = states[at];
    const name = `${state} ${nameOfStart(facts)}`;
    if (state === undefined || seen.has(name)) return;
    seen.add(name);
    for (const [index, event] of events.entries()) {
      const to = next[at]?.[index] ?? -1;
      const after = factsAfter(facts, event);
      const way = all.find(([from, by]) => by === event && from.includes(state));
      if (way !== undefined) taken.add(way);
      t.equal(states[to], way === undefined ? state : way[2](after), `${name}: ${event}`);
      follow(to, after);
    }
  };
  for (const facts of [online, offline, chatting, chattingAlone]) follow(starts[nameOfStart(facts)] ?? -1, facts);
  t.strictSame(
    all.filter((way) => !taken.has(way)),
    [],
    "every row is in the chart",
  );
  t.equal(seen.size, states.length, "and every situation was checked");
});
