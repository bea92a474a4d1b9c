import type { AgentStep } from "../../../load/day/day-orders.ts";
import type { StoredDay } from "./stored-day.ts";

/** A chat whose accepting was answered is with its agent or closed. A chat whose closing was answered is closed. */
export function verifySteps(
  { chats }: Pick<StoredDay, "chats">,
  accepted: readonly AgentStep[],
  closed: readonly AgentStep[],
): readonly string[] {
  const statesOf = new Map(chats.map(({ chat, states }) => [String(chat), states]));
  const wrong = (step: string, steps: readonly AgentStep[], wanted: readonly string[]): readonly string[] =>
    steps.flatMap(({ chatId }) => {
      const states = statesOf.get(chatId) ?? [];
      return states.length > 0 && states.every((state) => wanted.includes(state))
        ? []
        : [`chat ${chatId} was ${step} and is ${states.join(", ") || "nowhere"}`];
    });
  return [...wrong("accepted", accepted, ["with_agent", "closed"]), ...wrong("closed", closed, ["closed"])];
}
