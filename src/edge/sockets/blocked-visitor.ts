import { toVisitorChat } from "../../codec/visitor.ts";
import { encodeVisitorChatFrame, encodeVisitorMessageFrame } from "../../codec/visitor-frame.ts";
import type { TurnOutcome } from "../../runtime/pending.ts";
import type { VisitorFeedParts } from "../../runtime/visitor-feed.ts";
import { readVisitorMessage } from "../../runtime/visitor-feed.ts";
import { chatOf } from "../../runtime/visitor-inbox.ts";

/** What somebody on the blacklist writes is shown to nobody else, so that whoever wrote it hears of it apart. Source: WH-20. */
export function framesForBlocked(
  outcome: TurnOutcome,
  known: Pick<VisitorFeedParts, "store" | "directory">,
): readonly string[] {
  const chat = outcome.ok && outcome.state === "blocked" ? chatOf(outcome) : null;
  if (!outcome.ok || chat === null || outcome.message === null) return [];
  const message = readVisitorMessage(outcome.message, chat.channelId, known);
  return [
    encodeVisitorChatFrame(toVisitorChat(chat, outcome.state)),
    ...(message === null ? [] : [encodeVisitorMessageFrame(chat.id, message)]),
  ];
}
