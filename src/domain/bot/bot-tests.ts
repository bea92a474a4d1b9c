import type { ChannelId } from "../../../machines/ids.ts";
import type { Failure } from "../../core/result.ts";
import { assert } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { BotSays } from "./sample-bot.ts";

/** The `chat_id` in the event of a test. No chat has this number. Source: BOT-50. */
export const testChatId = "0";

/** How long a test waits for the first post of a bot, and then for further ones. */
const firstPostWithinMs = 3_000;
const nextPostWithinMs = 500;

/** Tests that run at once. Each keeps what its bot posts for as long as it runs. */
const testsMax = 20;
/** Posts of a bot that a test keeps. */
const postsMax = 20;

/** The tests of bots that run in this process. */
export interface BotTests {
  /** Whether a post about this chat belongs to a test of the channel's bot. */
  isRunning(channelId: ChannelId, chatId: string | null): boolean;
  note(channelId: ChannelId, says: BotSays): void;
  /** Why no test of the channel's bot can begin now: one runs, or too many of other bots do. Null if it can. */
  refusal(channelId: ChannelId): Failure | null;
  /** Must not be called while there is a refusal. */
  begin(channelId: ChannelId): BotTest;
}

export interface BotTest {
  /** Resolves with what the bot has posted, soon after its first post; without a post after 3 s. */
  posts(): Promise<readonly BotSays[]>;
  end(): void;
}

export function createBotTests(clock: Clock): BotTests {
  const running = new Map<ChannelId, { readonly posts: BotSays[]; noted(): void }>();
  const wait = (ms: number, early: (wake: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      const { cancel } = clock.wakeAt(clock.nowMs() + ms, resolve);
      early(() => {
        cancel();
        resolve();
      });
    });
  const refusalOf = (channelId: ChannelId): Failure | null => {
    if (running.has(channelId))
      return {
        code: "conflict",
        message: `A test of the bot of channel ${channelId} runs already. Wait for its result.`,
      };
    if (running.size < testsMax) return null;
    return { code: "conflict", message: `There are already ${testsMax} tests of bots. Wait until one has ended.` };
  };
  return {
    isRunning: (channelId, chatId) => chatId === testChatId && running.has(channelId),
    note(channelId, says) {
      const test = running.get(channelId);
      if (test === undefined) return;
      if (test.posts.length < postsMax) test.posts.push(says);
      test.noted();
    },
    refusal: refusalOf,
    begin(channelId) {
      assert(refusalOf(channelId) === null, `a test of the bot of channel ${channelId} cannot begin`);
      const posts: BotSays[] = [];
      const test = { posts, noted: (): void => undefined };
      running.set(channelId, test);
      return {
        async posts() {
          if (test.posts.length === 0)
            await wait(firstPostWithinMs, (wake) => {
              test.noted = wake;
            });
          if (test.posts.length > 0) await wait(nextPostWithinMs, () => undefined);
          return test.posts;
        },
        end() {
          running.delete(channelId);
        },
      };
    },
  };
}
