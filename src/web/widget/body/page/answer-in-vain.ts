import type { Bridge } from "../../bridge.types.ts";

const reason = "The chat cannot be reached.";

/** Where coming back is in vain, whoever waits for the visitor's number hears so at once. Source: WJ-12. */
export function answerInVain({ waiting }: Pick<Bridge, "waiting">): void {
  const kept = waiting.splice(0).filter((command) => {
    if (command.type === "visitor_number") queueMicrotask(() => command.callback(reason, null));
    return command.type !== "visitor_number";
  });
  waiting.push(...kept);
}
