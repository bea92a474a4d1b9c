import { systemClock } from "../../core/clock.ts";
import type { Terminal } from "../command.ts";
import { mistakeStatus } from "../command.ts";

/** A `note` is useful and is not damage. A `mistake` prevents a start. */
type Level = "ok" | "note" | "warning" | "DAMAGED" | "repaired" | "mistake";

export type Line = readonly [level: Level, text: string];

/** Reports one finding of a check, as one sentence. */
export type Tell = (...line: Line) => void;

export interface Report {
  readonly tell: Tell;
  /** Shows the progress of a long check. */
  onProgress(text: string): void;
  /** One of the reported damages can be repaired. */
  countMendable(): void;
  /** Prints the last line. Returns the exit status. */
  end(place: string, read: string): number;
}

const damageStatus = 1;
const progressMs = 2_000;
/** A folder with more damages cannot be repaired, so further damages are only counted. */
const damageShownMax = 200;
const columnWidth = 9;

/** Findings go to `out`, as JSON on request. Progress goes to `err`. */
export function createReport(isJson: boolean, { out, err }: Pick<Terminal, "out" | "err">): Report {
  const counts = { DAMAGED: 0, mistake: 0 };
  let mendable = 0;
  let nextLineMs = systemClock.nowMs() + progressMs;
  const write = (level: string, text: string): void => {
    out(isJson ? JSON.stringify({ level: level.toLowerCase(), text }) : `${level.padEnd(columnWidth)}${text}`);
  };
  return {
    tell(level, text) {
      if (level === "DAMAGED" || level === "mistake") counts[level] += 1;
      if (level !== "DAMAGED" || counts.DAMAGED <= damageShownMax) write(level, text);
    },
    onProgress(text) {
      if (systemClock.nowMs() < nextLineMs) return;
      nextLineMs = systemClock.nowMs() + progressMs;
      err(text);
    },
    countMendable() {
      mendable += 1;
    },
    end(place, read) {
      const { DAMAGED: damages, mistake: mistakes } = counts;
      const unshown = damages - damageShownMax;
      const isWhole = damages === 0;
      const state = isWhole
        ? `${place} is intact: ${read}.`
        : `${place} is damaged in ${plural(damages, "place")}: ${read}. ${adviceOn(damages, mendable)}`;
      const text = mistakes === 0 ? state : `${state} The config file has ${plural(mistakes, "mistake")}.`;
      if (!isJson && unshown > 0) out(`${unshown} more are not shown.`);
      out(isJson ? JSON.stringify({ level: "end", text, damages, mistakes }) : text);
      if (mistakes > 0) return mistakeStatus;
      return isWhole ? 0 : damageStatus;
    },
  };
}

function adviceOn(damages: number, mendable: number): string {
  if (mendable === damages) return "--repair repairs them.";
  const restore = "estore it from a backup.";
  return mendable === 0 ? `R${restore}` : `--repair repairs ${mendable} of them; for the others, r${restore}`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
