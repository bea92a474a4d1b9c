import type { BotNotice } from "../bot-conversation/bot-event.types.ts";
import type { ChatId, MessageId } from "../ids.ts";
import type { AgentSignature, ClientFacts } from "./chat.types.ts";

/** The state of the client's record when the chat is reopened. */
export interface ClientStanding {
  readonly client: ClientFacts;
  readonly openChatId: ChatId | null;
}
/** An agent reopens a chat that was closed by mistake. */
export interface ReopenRequested {
  readonly type: "chat.reopen-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  /** For AGENT_JOINED, when no agent had the chat yet. Source: BOT-44. */
  readonly notice: BotNotice;
  /** For the line about it. */
  readonly messageId: MessageId;
  /** How long after its end a chat can be reopened. */
  readonly windowMs: number;
  /** Its channel exists and is enabled. */
  readonly isChannelOpen: boolean;
  /** Read under the client's lock, in the turn itself: the sender leaves it out. `undefined` for a client without a record. */
  readonly standing?: ClientStanding;
}
