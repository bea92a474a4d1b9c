import type { ChannelId } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import type { Failure } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { WarningLine } from "../channel/warning-lines.ts";
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
  readonly clock: Clock;
  /** Counts the lines of each chat, and of the posts of each channel that named no chat. Returns whether the line is written. */
  readonly warn: (line: WarningLine) => boolean;
}

const fieldForm = /^Field ([a-z_]+(?:\.[a-z_]+|\[\d+\])*) /;

/**
 * Writes why a bot's post was refused into the channel's delivery log, and into the chat for its agents: the client waits for the answer that was
 * refused. At most 10 lines at once for each chat, and then 10 an hour. The answer does not wait for them.
 */
export function createRefusedPosts(parts: RefusedPostsParts): (refused: RefusedPost) => void {
  const { post, clock, warn } = parts;
  return ({ channelId, chat, failure: { code, message }, requestId: cause }) => {
    const key = chat === null ? channelId : `chat/${chat.id}`;
    const reason = `A post of the bot was refused: ${message}`;
    if (!warn({ channelId, key, chatId: chat?.id ?? null, cause, text: reason }) || chat === null) return;
    const field = fieldForm.exec(message)?.[1];
    post.submit({
      target: { kind: "actor", actor: chatAddress(chat.id), conversation: chat.conversation },
      event: {
        type: "bot.post-refused",
        nowMs: clock.nowMs(),
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
