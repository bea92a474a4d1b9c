import type { Command } from "../bridge.types.ts";
import { waitingMax } from "./limits.ts";

/**
 * Keeps a command for later, in order. When there are too many, answers the one that gives way: first what can be told without the widget, then what
 * a later one of its kind mostly replaces, then the oldest. Source: WJ-03.
 */
export function keepWaiting(waiting: Command[], command: Command): Command | undefined {
  const placeOf = (kind: RegExp): number => waiting.findIndex(({ type }) => kind.test(type)) + 1;
  waiting.push(command);
  return waiting.length > waitingMax
    ? waiting.splice((placeOf(/^callback/) || placeOf(/^(con|cu|ru|us|pa)/) || 1) - 1, 1)[0]
    : undefined;
}
