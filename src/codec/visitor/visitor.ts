import type { ChatContext, ChatRate } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage, InternalType, MediaFields, MessageButton } from "../../../machines/chat/message.types.ts";
import type { CallStatus, CallType } from "../../../machines/tells.ts";
import type { MarkdownPart } from "../text/markdown.ts";
import { parseMarkdown } from "../text/markdown.ts";

/** A visitor's contacts; `null` for an empty field. Source: WJ-11. */
export interface VisitorContact {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly description: string | null;
}

/** The agent or bot that writes to the visitor. */
export interface VisitorAgent {
  readonly name: string;
  readonly photo: string | null;
}

/** A chat as its visitor sees it. */
export interface VisitorChat {
  readonly id: string;
  readonly state: "with_bot" | "waiting" | "unstaffed" | "with_agent" | "closed";
  readonly agent: VisitorAgent | null;
  /** True if an agent has pressed Reply at any time; an agent who only closed the chat has not. Source: WJ-35. */
  readonly accepted: boolean;
  readonly rate: ChatRate | null;
  /** The visitor's last call in this chat. Source: WJ-38, WJ-39. */
  readonly call: {
    readonly id: string;
    readonly type: CallType;
    readonly status: CallStatus;
    readonly reason: string | null;
  } | null;
}

/** A message as the visitor sees it; `at` is unix milliseconds. */
export interface VisitorMessage extends MediaFields {
  readonly seq: number;
  readonly from: "client" | "agent" | "bot";
  /** The id of the request that sent the message; `null` for messages of others. */
  readonly requestId: string | null;
  readonly type: string;
  readonly text: string;
  /** The parsed markdown to show; empty for every other type. Source: BOT-37. */
  readonly parts: readonly MarkdownPart[];
  readonly buttons: readonly MessageButton[];
  readonly at: number;
  readonly agent: VisitorAgent | null;
}

export const toVisitorContact = ({ name, email, phone, description }: ClientFacts): VisitorContact => ({
  name,
  email,
  phone,
  description,
});

export function toVisitorChat(context: ChatContext, state: string): VisitorChat {
  const { id, agent, visit } = context;
  const { rate, call, isAccepted } = visit;
  return {
    id,
    state: toVisibleState(state),
    agent: agent === null ? null : { name: agent.name, photo: agent.photo },
    accepted: isAccepted,
    rate,
    call: call === null ? null : { id: call.id, type: call.type, status: call.status, reason: call.reason },
  };
}

/** A client on the blacklist must not see that, so the state is hidden. Source: WH-20. */
function toVisibleState(state: string): VisitorChat["state"] {
  switch (state) {
    case "with_bot":
    case "unstaffed":
    case "with_agent":
    case "closed":
      return state;
    default:
      return "waiting";
  }
}

const internalTypes: ReadonlySet<string> = new Set<InternalType>(["invitation", "note", "event"]);

/** `null` for messages that visitors may not see: notes of agents to each other, events of the chat, and a bot's late messages. */
export function toVisitorMessage(message: ChatMessage, agent: VisitorAgent | null): VisitorMessage | null {
  const { seq, from, content, atMs: at, externalId: requestId } = message;
  const { type, text, media, buttons = [] } = content;
  if (from === "system" || message.isHidden === true || internalTypes.has(type)) return null;
  const parts = type === "markdown" ? parseMarkdown(text) : [];
  return { seq, from, requestId, type, text, ...media, parts, buttons, at, agent };
}
