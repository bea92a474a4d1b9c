import type { BotPath } from "./bot-paths.ts";
import { PlayBot } from "./play-bot.ts";

/** Returns the first difference on the path, or `null` when the machine follows the table at every step. */
export function problemOf(
  path: Pick<BotPath, "happenings">,
  before: (bot: PlayBot) => void = () => undefined,
): string | null {
  const bot = new PlayBot();
  try {
    before(bot);
    for (const name of path.happenings) bot.happen(name);
    return null;
  } catch (error) {
    return `${path.happenings.join(" > ")}: ${error instanceof Error ? error.message : error}`;
  }
}

export const byEnd = (paths: readonly BotPath[]): ReadonlyMap<string, readonly BotPath[]> => {
  const groups = new Map<string, BotPath[]>();
  for (const path of paths) groups.set(path.end, [...(groups.get(path.end) ?? []), path]);
  return groups;
};
