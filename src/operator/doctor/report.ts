import { systemClock } from "../../core/clock.ts";

/** `note`: what is no damage, and good to know; `mistake`: what keeps a start from happening. */
type Level = "ok" | "note" | "warning" | "DAMAGED" | "repaired" | "mistake";

export type Line = readonly [level: Level, text: string];

/** What a check has to say: one line each. */
export type Tell = (...line: Line) => void;

export interface Report {
  readonly tell: Tell;
  /** How far a long check is. */
  onProgress(text: string): void;
  /** One of the damages told can be repaired. */
  countMendable(): void;
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
  let mendable = 0;
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
    countMendable() {
      mendable += 1;
    },
    end(place, read) {
      const { DAMAGED: damages, mistake: mistakes } = counts;
      const untold = damages - damageToldMax;
      const isWhole = damages === 0;
      const state = isWhole
        ? `${place} is whole: ${read}.`
        : `${place} is damaged in ${plural(damages, "place")}: ${read}. ${adviceOn(damages, mendable)}`;
      const text = mistakes === 0 ? state : `${state} The config file has ${plural(mistakes, "mistake")}.`;
      if (isJson) process.stdout.write(`${JSON.stringify({ level: "end", text, damages, mistakes })}\n`);
      else process.stdout.write(`${untold > 0 ? `${untold} more are not shown.\n` : ""}${text}\n`);
      if (mistakes > 0) return mistakeStatus;
      return isWhole ? 0 : damageStatus;
    },
  };
}

function adviceOn(damages: number, mendable: number): string {
  if (mendable === damages) return "--repair mends them.";
  const restore = "estore it from a backup.";
  return mendable === 0 ? `R${restore}` : `--repair mends ${mendable} of them; for the others, r${restore}`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
