import type { Command } from "../bridge.types.ts";
import type { PageFunction } from "./api.ts";
import { patienceMs, waitingMax } from "./limits.ts";

interface Called {
  readonly callback?: PageFunction;
}

/**
 * Keeps a command for later, in order. If there are too many commands, one is dropped: first a command that needs no widget for its
 * response, then a command that a later command of its kind usually replaces, then the oldest. The page may never get a widget. A command
 * with a callback therefore calls it when the command is dropped or has waited too long: with the reason why there is no answer,
 * or with the facts that are known without the widget. Source: WJ-03, WJ-12.
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
