import type { TurnOutcome } from "../../../actors/pending.ts";
import { encodeVisitorChatFrame, encodeVisitorMessageFrame } from "../../../codec/visitor/visitor-frame.ts";
import { broughtBy } from "../../../domain/chat/brought-message.ts";
import { chatOf } from "../../../domain/chat/visitor-inbox.ts";
import type { VisitorFeed } from "../../../domain/feed/visitor-feed.ts";

/** Messages of a visitor on the blacklist are shown to no agent, so the visitor receives them as separate frames. Source: WH-20. */
export function framesForBlocked(
  outcome: TurnOutcome,
  feed: Pick<VisitorFeed, "toChat" | "toOwnMessage">,
): readonly string[] {
  const chat = outcome.ok && outcome.state === "blocked" ? chatOf(outcome) : null;
  const brought = broughtBy(outcome);
  if (!outcome.ok || chat === null || brought === null) return [];
  const message = feed.toOwnMessage(brought.message);
  return [
    encodeVisitorChatFrame(feed.toChat(chat, outcome.state)),
    ...(message === null ? [] : [encodeVisitorMessageFrame(chat.id, message)]),
  ];
}
