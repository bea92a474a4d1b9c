import type { TurnOutcome } from "../../../actors/pending.ts";
import { encodeVisitorFrame } from "../../../codec/visitor/visitor-sent.ts";
import { chatOf } from "../../../domain/chat/visitor-inbox.ts";
import type { VisitorPlace } from "../../../domain/feed/entering-visitors.ts";
import type { VisitorFeed } from "../../../domain/feed/visitor-feed.ts";
import { messageOf } from "../../../domain/host.ts";

/** Messages of a visitor on the blacklist are shown to no agent, so the visitor's pages receive them as separate frames. Source: WH-20. */
export function tellBlocked(
  outcome: TurnOutcome,
  visitor: VisitorPlace,
  feed: Pick<VisitorFeed, "tell" | "toChat" | "toOwnMessage">,
): void {
  const chat = outcome.ok && outcome.state === "blocked" ? chatOf(outcome) : null;
  const brought = messageOf(outcome);
  if (!outcome.ok || chat === null || brought === null) return;
  feed.tell(visitor, encodeVisitorFrame({ type: "chat", chat: feed.toChat(chat, outcome.state) }));
  const message = feed.toOwnMessage(brought.message);
  if (message !== null) feed.tell(visitor, encodeVisitorFrame({ type: "message", chatId: chat.id, message }));
}
