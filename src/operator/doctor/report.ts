import { systemClock } from "../../core/clock.ts";

/** `note`: what is no damage, and good to know; `mistake`: what keeps a start from happening. */
export type Level = "ok" | "note" | "warning" | "DAMAGED" | "repaired" | "mistake";

/** What a check has to say: one line each. */
export type Tell = (level: Level, text: string) => void;

export interface Report {
  readonly tell: Tell;
  /** How far a long check is. */
  onProgress(text: string): void;
  /** Things found damaged that were not repaired. */
  readonly damages: number;
  /** The last line. Answers the exit status. */
  end(place: string, read: string): number;
}

const damageStatus = 1;
/** It could not be read, or the command or the config file has a mistake. */
export const mistakeStatus = 2;
const progressMs = 2_000;
/** A folder with more is lost as a whole; the rest is counted. */
const damageToldMax = 200;
const columnWidth = 9;

/** Lines go to standard output, as JSON where a machine reads them; progress goes to standard error. */
export function createReport(isJson: boolean): Report {
  const counts = { DAMAGED: 0, mistake: 0 };
  let nextLineMs = systemClock.nowMs() + progressMs;
  const write = (level: string, text: string): void => {
    const line = isJson ? JSON.stringify({ level: level.toLowerCase(), text }) : `${level.padEnd(columnWidth)}${text}`;
    process.stdout.write(`${line}\n`);
  };
  return {
    tell(level, text) {
      if (level === "DAMAGED" || level === "mistake") counts[level] += 1;
      if (level !== "DAMAGED" || counts.DAMAGED <= damageToldMax) write(level, text);
    },
    onProgress(text) {
      if (systemClock.nowMs() < nextLineMs) return;
      nextLineMs = systemClock.nowMs() + progressMs;
      process.stderr.write(`${text}\n`);
    },
    get damages() {
      return counts.DAMAGED;
    },
    end(place, read) {
      const { DAMAGED: damages } = counts;
      const untold = damages - damageToldMax;
      const isWhole = damages === 0;
      const text = isWhole
        ? `${place} is whole: ${read}.`
        : `${place} is damaged in ${damages} places: ${read}. Restore it from a backup.`;
      if (isJson) process.stdout.write(`${JSON.stringify({ level: "end", text, damages })}\n`);
      else process.stdout.write(`${untold > 0 ? `${untold} more are not shown.\n` : ""}${text}\n`);
      if (counts.mistake > 0) return mistakeStatus;
      return isWhole ? 0 : damageStatus;
    },
  };
}
