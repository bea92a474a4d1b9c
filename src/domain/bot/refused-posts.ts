import type { ChannelId } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import type { Defects } from "../../actors/defects.ts";
import { createAllowance } from "../../core/bounds/allowance.ts";
import type { Failure } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Commits } from "../../ports/store.ts";
import type { Post } from "../effects.ts";
import { newMessageId } from "../new-ids.ts";
import type { BotChat } from "./bot-inbox.ts";

/** A post of a bot that was answered with a failure. */
export interface RefusedPost {
  readonly channelId: ChannelId;
  /** `null` when the post named no chat of this channel. */
  readonly chat: BotChat | null;
  readonly failure: Failure;
  readonly requestId: string;
}

export interface RefusedPostsParts {
  readonly post: Post;
  readonly store: Commits;
  readonly clock: Clock;
  readonly defects: Defects;
  readonly newLogId: () => string;
  /** The number of chats and channels that are counted. */
  readonly keysMax: number;
}

/** Lines of one chat, and of posts of one channel that named no chat. */
const pace = { max: 10, windowMs: 60 * 60_000 };

const fieldForm = /^Field ([a-z_]+(?:\.[a-z_]+|\[\d+\])*) /;

/**
 * Writes why a bot's post was refused into the channel's delivery log, and into the chat for its agents: the client waits for the answer that was
 * refused. At most 10 lines at once for each chat, and then 10 an hour. The answer does not wait for them.
 */
export function createRefusedPosts(parts: RefusedPostsParts): (refused: RefusedPost) => void {
  const { post, store, clock, defects } = parts;
  const lines = createAllowance({ ...pace, keysMax: parts.keysMax, clock });
  return ({ channelId, chat, failure: { code, message }, requestId: cause }) => {
    const key = chat === null ? channelId : `chat/${chat.id}`;
    if (lines.waitSeconds(key, 1) > 0) return;
    lines.use(key, 1);
    const nowMs = clock.nowMs();
    const reason = `A post of the bot was refused: ${message}`;
    const row = { atMs: nowMs, kind: "warning", cause, chatId: chat?.id ?? null, messageSeq: 0, text: reason } as const;
    store
      .commit({}, () => [{ table: "channelLog", key: [channelId, parts.newLogId()], row }])
      .catch((error: unknown) => defects.releaseFailed("the log of a bot's refused post", error));
    if (chat === null) return;
    const field = fieldForm.exec(message)?.[1];
    post.submit({
      target: { kind: "actor", actor: chatAddress(chat.id), conversation: chat.conversation },
      event: {
        type: "bot.post-refused",
        nowMs,
        code,
        ...(field !== undefined && { field }),
        reason,
        lineId: newMessageId(),
      },
      cause,
      // A chat that was deleted meanwhile needs no line.
      done: () => undefined,
    });
  };
}
