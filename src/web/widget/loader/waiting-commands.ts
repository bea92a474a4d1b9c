import type { Command } from "../bridge.types.ts";
import type { PageFunction } from "./api.ts";
import { patienceMs, waitingMax } from "./limits.ts";

/**
 * Keeps a command for later, in order. If there are too many commands, one is dropped: a command that needs no widget for its response,
 * else the new one. The page may never get a widget. A command with a callback therefore calls it when the command is dropped or has
 * waited too long: with the reason why there is no answer, or with the facts that are known without the widget. Source: WJ-03, WJ-12.
 */
export function keepWaiting(waiting: Command[], command: Command): void {
  const drop = (dropped: Command): void => {
    if (!waiting.includes(dropped)) return;
    waiting.splice(waiting.indexOf(dropped), 1);
    if ("callback" in dropped) (dropped.callback as PageFunction)("Chat not loaded yet.", null);
  };
  waiting.push(command);
  if (waiting.length > waitingMax) drop(waiting.find(({ type }) => type === "callback_state") ?? command);
  if ("callback" in command) setTimeout(() => drop(command), patienceMs);
}
