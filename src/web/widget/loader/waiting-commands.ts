import type { Command } from "../bridge.types.ts";
import type { PageFunction } from "./api.ts";
import { patienceMs, waitingMax } from "./limits.ts";

interface Called {
  readonly callback?: PageFunction;
}

/**
 * Keeps a command for later, in order. When there are too many, one gives way: first what can be told without the widget, then what a later
 * one of its kind mostly replaces, then the oldest. There may be no widget on the page for good: whoever waits to be called back is called
 * back when the command gives way or has waited too long, with why there is no answer or with what is known without the widget.
 * Source: WJ-03, WJ-12.
 */
export function keepWaiting(waiting: Command[], command: Command): void {
  const placeOf = (kind: RegExp): number => waiting.findIndex(({ type }) => kind.test(type)) + 1;
  const drop = (place: number): void => {
    if (place) (waiting.splice(place - 1, 1)[0] as Called).callback?.("Chat not loaded yet.", null);
  };
  waiting.push(command);
  if (waiting.length > waitingMax) drop(placeOf(/^callback/) || placeOf(/^(con|cu|ru|us|pa)/) || 1);
  if ("callback" in command) setTimeout(() => drop(waiting.indexOf(command) + 1), patienceMs);
}
