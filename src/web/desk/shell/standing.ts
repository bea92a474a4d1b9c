import type { DeskChat } from "../../../codec/desk/desk.ts";

/** The facts of the agent that decide which chats concern it. */
export interface Me {
  readonly id: number;
  readonly departments: readonly number[];
}

/** The state of a chat for this agent: `others` is with another agent, `over` is closed. */
export type Standing = "waiting" | "mine" | "bot" | "unstaffed" | "others" | "blocked" | "over";

export function standingOf({ state, agent }: DeskChat, me: Me): Standing {
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

/** The target of a waiting chat's last transfer; null: the chat is offered to all agents. Source: BOT-43. */
export function offerOf({ state, offeredTo }: DeskChat, { id, departments }: Me): "me" | "others" | null {
  if (state !== "waiting" || offeredTo === null) return null;
  const isMine = offeredTo.kind === "agent" ? offeredTo.id === id : departments.includes(offeredTo.id);
  return isMine ? "me" : "others";
}

/** Whether a chat waits for this agent. */
export const waitsFor = (chat: DeskChat, me: Me): boolean => chat.state === "waiting" && offerOf(chat, me) !== "others";
