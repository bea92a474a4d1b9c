import { createActor } from "xstate";
import { widgetMachine } from "../../../../machines/widget/widget.machine.ts";
import type { WidgetEvent, WidgetInput } from "../../../../machines/widget/widget.types.ts";
import { isWindowOpen, widgetStateOf } from "../../../../machines/widget/widget-state.ts";
import type { Bridge } from "../bridge.types.ts";
import type { Shown } from "./shown.ts";

/** The window's states, and what the page hears of them. Source: WJ-32, WJ-33, WJ-40, WJ-45. */
export interface WidgetWindow {
  begin(input: WidgetInput): void;
  send(event: WidgetEvent): void;
  stop(): void;
}

export function createWindow({ fire }: Pick<Bridge, "fire">, shown: Shown): WidgetWindow {
  const begin = (input: WidgetInput) => {
    const actor = createActor(widgetMachine, { input }).start();
    shown.change({ state: widgetStateOf(actor.getSnapshot().value) });
    actor.subscribe(({ value }) => {
      const state = widgetStateOf(value);
      const wasOpen = isWindowOpen(shown.model.state);
      if (state === shown.model.state) return;
      shown.change({ state });
      if (isWindowOpen(state) !== wasOpen) fire(wasOpen ? "svc_onClose" : "svc_onOpen");
      fire("svc_onChangeState", state);
    });
    return actor;
  };
  let actor: ReturnType<typeof begin> | null = null;
  return {
    begin(input) {
      actor = begin(input);
    },
    send: (event) => actor?.send(event),
    stop: () => actor?.stop(),
  };
}
