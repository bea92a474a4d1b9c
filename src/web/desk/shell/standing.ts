import type { DeskChat } from "../../../codec/desk/desk.ts";

/** Whose desk it is, as far as it decides which chats want this agent. */
export interface Me {
  readonly id: number;
  readonly departments: readonly number[];
}

/** Where a chat stands: `others` is with another agent, `over` is closed. */
export type Standing = "waiting" | "mine" | "bot" | "unstaffed" | "others" | "blocked" | "over";

export function standingOf({ state, agent }: Pick<DeskChat, "state" | "agent">, me: Me): Standing {
  switch (state) {
    case "with_bot":
      return "bot";
    case "with_agent":
      return agent?.id === me.id ? "mine" : "others";
    case "waiting":
    case "unstaffed":
    case "blocked":
      return state;
    default:
      return "over";
  }
}

/** Whom the last transfer of a waiting chat named; null: it is offered to everybody. Source: BOT-43. */
export function offerOf(
  { state, offeredTo }: Pick<DeskChat, "state" | "offeredTo">,
  { id, departments }: Me,
): "me" | "others" | null {
  if (state !== "waiting" || offeredTo === null) return null;
  const isMine = offeredTo.kind === "agent" ? offeredTo.id === id : departments.includes(offeredTo.id);
  return isMine ? "me" : "others";
}

/** Whether a chat waits and this agent is among those it waits for. */
export const waitsFor = (chat: DeskChat, me: Me): boolean => chat.state === "waiting" && offerOf(chat, me) !== "others";
