import type { AgentInvited, BotConversationContext, BotMessagePosted } from "./bot-conversation.types.ts";

type Posted = BotMessagePosted | AgentInvited;

/** Source: BOT-32. */
const repeatMs = 10_000;
/** More than the rate limit of one chat allows in that time. */
const postedMax = 150;

/**
 * The same id with the same body within 10 s, and no CLIENT_MESSAGE sent since: the bot's own retry. The id alone does
 * not make a repeat. Source: BOT-31, BOT-32.
 */
export const isRepeat = (context: BotConversationContext, { posted, nowMs }: Posted): boolean =>
  posted !== null &&
  context.posted.some(
    ({ id, fingerprint, atMs }) => id === posted.id && fingerprint === posted.fingerprint && nowMs - atMs < repeatMs,
  );

export function rememberPosted(
  context: BotConversationContext,
  { posted, nowMs }: Posted,
): Partial<BotConversationContext> {
  if (posted === null) return {};
  const { id, fingerprint } = posted;
  const recent = context.posted.filter(({ atMs }) => nowMs - atMs < repeatMs);
  return { posted: [...recent, { id, fingerprint, atMs: nowMs }].slice(-postedMax) };
}
