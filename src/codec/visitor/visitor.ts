import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage, MessageQuote } from "../../../machines/chat/message.types.ts";
import { isShownToClient } from "../desk/desk.ts";
import type { Sent } from "../schema/frame.ts";
import { parseMarkdown } from "../text/markdown.ts";
import type { visitorChat, visitorMessage, visitorSent } from "./visitor-sent.ts";

export type VisitorChat = Sent<typeof visitorChat>;
export type VisitorMessage = Sent<typeof visitorMessage>;
/** The agent or bot that writes to the visitor. */
export type VisitorAgent = NonNullable<VisitorChat["agent"]>;
export type VisitorContact = Sent<typeof visitorSent.ready.schema>["contact"];

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

const toVisitorQuote = ({ seq, from, type, text }: MessageQuote): NonNullable<VisitorMessage["quote"]> => ({
  seq,
  from: from as VisitorMessage["from"],
  type,
  text,
});

/** `null` for messages that visitors may not see: notes of agents to each other, events of the chat, and a bot's late messages. */
export function toVisitorMessage(message: ChatMessage, agent: VisitorAgent | null): VisitorMessage | null {
  const { seq, from, content, atMs: at, externalId: requestId, quote } = message;
  const { type, text, media, buttons = [] } = content;
  if (from === "system" || !isShownToClient(message)) return null;
  const parts = type === "markdown" ? parseMarkdown(text) : [];
  const shown = { seq, from, requestId, type, text, ...media, parts, buttons, at, agent };
  return quote === undefined ? shown : { ...shown, quote: toVisitorQuote(quote) };
}
