import type { AttemptFailure } from "../delivery/delivery.types.ts";
import type { AgentId, MessageId } from "../ids.ts";

/** The channel was disabled or removed: waiting messages are not sent any more. Source: DEL-08. */
export interface ChannelClosed {
  readonly type: "channel.closed";
  readonly nowMs: number;
  readonly failure: AttemptFailure;
  /** Of the line that tells the agents that the bot has left. */
  readonly lineId: MessageId;
}

/** A post of the chat's bot was refused: the client got nothing, and the agents are told why. */
export interface BotPostRefused {
  readonly type: "bot.post-refused";
  readonly nowMs: number;
  /** The code of the answer. */
  readonly code: string;
  /** The path of the wrong field; absent when none is named. */
  readonly field?: string;
  /** For the agents: one sentence. */
  readonly reason: string;
  readonly lineId: MessageId;
}

/** Nobody accepted or answered the chat for a long time. */
export interface ChatExpired {
  readonly type: "chat.expired";
  readonly nowMs: number;
  /** The time of the chat's last change when this was found. */
  readonly seenUpdatedAtMs: number;
  readonly waitedDays: number;
  /** For the line about it. */
  readonly lineId: MessageId;
}

/** The agent does not exist any more: its chats wait for another agent. */
export interface AgentLeft {
  readonly type: "agent.left";
  readonly nowMs: number;
  readonly agentId: AgentId;
}
