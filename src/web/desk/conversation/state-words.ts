import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { conversationTexts } from "../texts/en/conversation.ts";
import { isOwn } from "./offers.ts";

const text = textsOf("conversation", conversationTexts);

/** The state of a chat, and its agent. */
export function describeState(chat: DeskChat, me: DeskAgent, botName: string): string {
  const { state, agent, offeredTo } = chat;
  switch (state) {
    case "with_bot":
      return text("withBot", { name: botName });
    case "waiting":
      return offeredTo === null ? text("waiting") : offeredWords(offeredTo, me);
    case "unstaffed":
      return text("unstaffed");
    case "with_agent":
      if (isOwn(chat, me)) return text("withYou");
      return agent === null ? text("withOther") : text("withAgent", { name: agent.name });
    case "blocked":
      return text("blocked");
    case "closed":
      return text("closed");
    default:
      return state.replaceAll("_", " ");
  }
}

const offeredWords = ({ kind, id, name }: NonNullable<DeskChat["offeredTo"]>, me: DeskAgent): string =>
  kind === "agent" && id === me.id ? text("offeredToYou") : text("offeredTo", { name });
