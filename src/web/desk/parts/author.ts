import type { DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import type { Surroundings } from "../data/answers.types.ts";
import { messageTexts } from "../texts/en/message.ts";

const text = textsOf("message", messageTexts);

/** The author of a message, as shown beside the message. Source: CH-39. */
export function authorOf(
  message: Pick<DeskMessage, "from" | "agentId">,
  chat: DeskChat | undefined,
  surroundings: Surroundings,
): string {
  const { agent: me, agents, channels } = surroundings;
  switch (message.from) {
    case "client":
      return chat?.client.name ?? text("client");
    case "bot":
      return channels.find(({ id }) => id === chat?.channelId)?.bot?.name || text("bot");
    case "agent":
      if (message.agentId === me.id) return text("you");
      return agents.find(({ id }) => id === message.agentId)?.name ?? text("someAgent");
    case "system":
      return "Parley";
  }
}
