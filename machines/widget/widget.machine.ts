import { assign, setup } from "xstate";
import type { WidgetContext, WidgetEvent, WidgetInput } from "./widget.types.ts";

/**
 * The states of the widget's window. In the visitor's browser runs a table that the build makes of this machine
 * (`src/web/build/tabulate.ts`), so that it has no effects and its context is nothing but the facts it decides by. Source: WJ-43 to WJ-45.
 */
export const widgetMachine = setup({
  types: {
    context: {} as WidgetContext,
    events: {} as WidgetEvent,
    input: {} as WidgetInput,
  },
  guards: {
    isChatting: ({ context }) => context.isChatting,
    isUnattended: ({ context }) => context.mode === "offline" && !context.isChatting,
  },
  actions: {
    keepMode: assign(({ context, event }) => ({ mode: event.type === "mode.changed" ? event.mode : context.mode })),
    keepChat: assign(({ context, event }) => ({
      isChatting: event.type === "chat.changed" ? event.isChatting : context.isChatting,
    })),
  },
}).createMachine({
  id: "widget",
  context: ({ input: { mode, isChatting } }) => ({ mode, isChatting }),
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
});
