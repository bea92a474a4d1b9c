import type { AttemptFailure } from "../delivery/delivery.types.ts";
import type { AgentId, MessageId } from "../ids.ts";

/** The channel was disabled or removed: nothing that waits is sent any more. Source: DEL-08. */
export interface ChannelClosed {
  readonly type: "channel.closed";
  readonly nowMs: number;
  readonly failure: AttemptFailure;
  /** Of the line that tells the agents that the bot has left. */
  readonly lineId: MessageId;
}

/** Nobody accepted or answered the chat for long. */
export interface ChatExpired {
  readonly type: "chat.expired";
  readonly nowMs: number;
  /** When the chat had changed last when this was found. */
  readonly seenUpdatedAtMs: number;
  readonly waitedDays: number;
  /** Of the line that says so. */
  readonly lineId: MessageId;
}

/** The agent does not exist any more: its chats wait for another. */
export interface AgentLeft {
  readonly type: "agent.left";
  readonly nowMs: number;
  readonly agentId: AgentId;
}
