import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import type { Defects } from "../../actors/defects.ts";
import { createAllowance } from "../../core/bounds/allowance.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Commits } from "../../ports/store.ts";

export interface WarningLinesParts {
  readonly store: Commits;
  readonly clock: Clock;
  readonly defects: Defects;
  readonly newLogId: () => string;
  /** The number of keys that are counted. */
  readonly keysMax: number;
}

/** A line in the log of a channel about a request that was refused. */
export interface WarningLine {
  readonly channelId: ChannelId;
  /** Lines of one key are counted together. */
  readonly key: string;
  readonly chatId: ChatId | null;
  readonly cause: string;
  readonly text: string;
}

/** For each key. */
const pace = { max: 10, windowMs: 60 * 60_000 };

/**
 * Writes lines into the log of a channel: at most 10 at once for each key, and then 10 an hour, so that a stranger cannot fill the log.
 * Returns whether the line is written. Does not wait for the commit.
 */
export function createWarningLines(parts: WarningLinesParts): (line: WarningLine) => boolean {
  const { store, clock, defects } = parts;
  const lines = createAllowance({ ...pace, keysMax: parts.keysMax, clock });
  return ({ channelId, key, chatId, cause, text }) => {
    if (lines.waitSeconds(key, 1) > 0) return false;
    lines.use(key, 1);
    const row = { atMs: clock.nowMs(), kind: "warning", cause, chatId, messageSeq: 0, text } as const;
    store
      .commit({}, () => [{ table: "channelLog", key: [channelId, parts.newLogId()], row }])
      .catch((error: unknown) => defects.releaseFailed(`a line in the log of channel ${channelId}`, error));
    return true;
  };
}
