import type { BotConversationContext, BotConversationEvent, PostedId } from "./bot-conversation.types.ts";

/** Source: BOT-32. */
const repeatMs = 10_000;
/** More than the rate of one chat lets through in that time. */
const postedMax = 150;

const postedOf = (event: BotConversationEvent): PostedId | null =>
  event.type === "bot.message-posted" || event.type === "bot.invitation-posted" ? event.posted : null;

/**
 * The same id with the same body a moment ago, and no CLIENT_MESSAGE sent since: the bot's own retry. The id alone is
 * no repeat. Source: BOT-31, BOT-32.
 */
export function isRepeat(context: BotConversationContext, event: BotConversationEvent): boolean {
  const posted = postedOf(event);
  if (posted === null) return false;
  return context.posted.some(
    ({ id, fingerprint, atMs }) =>
      id === posted.id && fingerprint === posted.fingerprint && event.nowMs - atMs < repeatMs,
  );
}

export function rememberPosted(
  context: BotConversationContext,
  event: BotConversationEvent,
): Partial<BotConversationContext> {
  const posted = postedOf(event);
  if (posted === null) return {};
  const { id, fingerprint } = posted;
  const recent = context.posted.filter(({ atMs }) => event.nowMs - atMs < repeatMs);
  return { posted: [...recent, { id, fingerprint, atMs: event.nowMs }].slice(-postedMax) };
}
