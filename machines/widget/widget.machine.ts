import { assign, createMachine } from "xstate";
import type { WidgetContext, WidgetEvent, WidgetInput } from "./widget.types.ts";

/**
 * The states of the widget's window. It runs in the visitor's browser, where every byte counts: made by `createMachine`, because
 * `setup` would bring every kind of action along. Source: WJ-43 to WJ-45.
 */
export const widgetMachine = createMachine(
  {
    id: "widget",
    types: {} as { context: WidgetContext; events: WidgetEvent; input: WidgetInput },
    context: ({ input }) => ({ ...input }),
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
  },
  {
    guards: {
      isChatting: ({ context }) => context.isChatting,
      isUnattended: ({ context }) => context.mode === "offline" && !context.isChatting,
    },
    actions: {
      keepMode: assign(({ context, event }) => ({
        ...context,
        ...(event.type === "mode.changed" && { mode: event.mode }),
      })),
      keepChat: assign(({ context, event }) => ({
        ...context,
        ...(event.type === "chat.changed" && { isChatting: event.isChatting }),
      })),
    },
  },
);
