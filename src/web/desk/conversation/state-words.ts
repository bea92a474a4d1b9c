import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";
import { isOwn } from "./offers.ts";

/** How a chat stands, and with whom. */
export function describeState(chat: DeskChat, me: DeskAgent, botName: string): string {
  const { state, agent, offeredTo } = chat;
  switch (state) {
    case "with_bot":
      return `With ${botName}, the bot`;
    case "waiting":
      return offeredTo === null ? "Waiting for an agent" : `Waiting, offered to ${offeredName(offeredTo, me)}`;
    case "unstaffed":
      return "Waiting: no agent was available";
    case "with_agent":
      return isOwn(chat, me) ? "With you" : `With ${agent?.name ?? "another agent"}`;
    case "blocked":
      return "On the blacklist";
    case "closed":
      return "Closed";
    default:
      return state.replaceAll("_", " ");
  }
}

const offeredName = ({ kind, id, name }: NonNullable<DeskChat["offeredTo"]>, me: DeskAgent): string =>
  kind === "agent" && id === me.id ? "you" : name;
