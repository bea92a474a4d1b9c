import type { BotNotice } from "../bot-conversation/bot-event.types.ts";
import type { ChatId, MessageId } from "../ids.ts";
import type { AgentSignature, ClientFacts } from "./chat.types.ts";

/** What the client's record says while the chat is opened again. */
export interface ClientStanding {
  readonly client: ClientFacts;
  readonly openChatId: ChatId | null;
}
/** An agent opens the chat again that was closed by mistake. */
export interface ReopenRequested {
  readonly type: "chat.reopen-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  /** For AGENT_JOINED, when no agent had the chat yet. Source: BOT-44. */
  readonly notice: BotNotice;
  /** Of the line that says so. */
  readonly messageId: MessageId;
  /** How long after its end a chat can be opened again. */
  readonly windowMs: number;
  /** Its channel is there, and enabled. */
  readonly isChannelOpen: boolean;
  /** Read under the client's lock, in the turn itself: whoever asks leaves it out. `undefined` for a client of whom there is no record. */
  readonly standing?: ClientStanding;
}
