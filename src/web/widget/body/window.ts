import type { WidgetEvent, WidgetInput } from "../../../../machines/widget/widget-state.ts";
import { isWindowOpen, nameOfEvent, nameOfStart } from "../../../../machines/widget/widget-state.ts";
import type { Bridge } from "../bridge.types.ts";
import type { Shown } from "./shown.ts";
import { windowTable } from "./window-table.ts";

/** The window's states and the callbacks that report them to the page. Source: WJ-32, WJ-33, WJ-40, WJ-45. */
export interface WidgetWindow {
  begin(input: WidgetInput): void;
  send(event: WidgetEvent): void;
  stop(): void;
}

/** `changed` is called after each change of state. */
export function createWindow({ fire, settings }: Bridge, shown: Shown, changed: () => void): WidgetWindow {
  const { states, starts, events, next } = windowTable;
  /** The number of the present situation in the table. */
  let at: number | undefined;
  const enter = (situation = at): void => {
    if (situation === undefined) return;
    at = situation;
    const state = states[situation];
    const before = shown.model.state;
    if (state === undefined || state === before) return;
    const wasOpen = isWindowOpen(before);
    const { isChatting, invitation } = shown.model;
    const isHome = settings.suggestions !== undefined && !isChatting && invitation === null;
    shown.change({ state, ...(!wasOpen && { isHome, goTo: null }) });
    if (!hasBegun) return;
    if (isWindowOpen(state) !== wasOpen) fire(wasOpen ? "svc_onClose" : "svc_onOpen");
    fire("svc_onChangeState", state);
    changed();
  };
  let hasBegun = false;
  /** Events wait here while callbacks run. An event that a callback causes is handled after all callbacks of the event before. */
  const waiting: WidgetEvent[] = [];
  let isBusy = false;
  const go = (): void => {
    isBusy = true;
    for (const event of waiting) if (at !== undefined) enter(next[at]?.[events.indexOf(nameOfEvent(event))]);
    waiting.length = 0;
    isBusy = false;
  };
  return {
    begin(input) {
      enter(starts[nameOfStart(input)]);
      hasBegun = true;
    },
    send(event) {
      waiting.push(event);
      if (!isBusy) go();
    },
    stop() {
      at = undefined;
    },
  };
}
