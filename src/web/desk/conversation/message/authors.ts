import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Surroundings } from "../../data/answers.types.ts";

/** Who wrote a message, as it is shown beside it. Source: CH-39. */
export function authorOf(message: DeskMessage, chat: DeskChat | undefined, surroundings: Surroundings): string {
  const { agent: me, agents, channels } = surroundings;
  switch (message.from) {
    case "client":
      return chat?.client.name ?? "Client";
    case "bot":
      return channels.find(({ id }) => id === chat?.channelId)?.bot?.name || "Bot";
    case "agent":
      if (message.agentId === me.id) return "You";
      return agents.find(({ id }) => id === message.agentId)?.name ?? "An agent";
    case "system":
      return "Parley";
  }
}
