import type { EventObject } from "xstate";
import { setup } from "xstate";
import type { Chart, Steps } from "../wire.ts";
import { wire } from "../wire.ts";
import type { ChatChanged, ModeChanged, WidgetContext, WidgetEvent, WidgetInput } from "./widget-state.ts";

const steps = {
  guards: {
    isChatting: ({ isChatting }) => isChatting,
    isUnattended: ({ mode, isChatting }) => mode === "offline" && !isChatting,
  },
  assigns: {
    keepMode: (_, { mode }: ModeChanged) => ({ mode }),
    keepChat: (_, { isChatting }: ChatChanged) => ({ isChatting }),
  },
} satisfies Steps<WidgetContext, never>;

const chart = {
  initial: "closed",
  on: {
    "mode.changed": { actions: "keepMode" },
    "chat.changed": { actions: "keepChat" },
  },
  states: {
    closed: {
      initial: "deciding",
      on: {
        "window.open-requested": { target: "open" },
        "call.form-requested": { target: "open.calling" },
        "chat.changed": { target: ".deciding", actions: "keepChat" },
      },
      states: {
        deciding: { always: [{ guard: "isChatting", target: "chat/min" }, { target: "label" }] },
        label: {},
        "chat/min": {},
      },
    },
    open: {
      initial: "deciding",
      on: {
        "window.close-requested": { target: "closed" },
        "call.form-requested": { target: ".calling" },
      },
      states: {
        deciding: { always: [{ guard: "isUnattended", target: "offline" }, { target: "chat" }] },
        chat: { on: { "contacts.wanted": { target: "introduce" } } },
        introduce: { on: { "contacts.done": { target: "chat" } } },
        offline: {
          on: {
            "writing.requested": { target: "chat" },
            "mode.changed": { target: "deciding", actions: "keepMode" },
            "chat.changed": { target: "deciding", actions: "keepChat" },
          },
        },
        calling: {
          initial: "deciding",
          on: {
            "call.form-requested": {},
            "call.form-left": { target: "deciding" },
            "chat.changed": { target: ".deciding", actions: "keepChat" },
          },
          states: {
            deciding: { always: [{ guard: "isChatting", target: "chat/call" }, { target: "call" }] },
            call: {},
            "chat/call": {},
          },
        },
      },
    },
  },
} as const satisfies Chart<typeof steps, WidgetEvent>;

const types = {
  context: {} as WidgetContext,
  events: {} as WidgetEvent,
  input: {} as WidgetInput,
  emitted: {} as EventObject,
};

/**
 * The states of the widget's window. The visitor's browser runs a table that the build makes of this machine (`src/web/build/tabulate.ts`).
 * So the machine has no effects, and its context holds only the facts it decides by. Source: WJ-43 to WJ-45.
 */
export const widgetMachine = setup(wire(types, steps)).createMachine({
  id: "widget",
  context: ({ input: { mode, isChatting } }) => ({ mode, isChatting }),
  ...chart,
});
