import type { Bridge } from "../../bridge.types.ts";

const reason = "The chat cannot be reached.";

/** When a retry cannot succeed, callers that wait for the visitor's number are notified at once. Source: WJ-12. */
export function answerInVain({ waiting }: Pick<Bridge, "waiting">): void {
  const kept = waiting.splice(0).filter((command) => {
    if (command.type === "visitor_number") queueMicrotask(() => command.callback(reason, null));
    return command.type !== "visitor_number";
  });
  waiting.push(...kept);
}
