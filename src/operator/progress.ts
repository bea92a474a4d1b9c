import type { Clock } from "../ports/clock.ts";

export interface Progress {
  /** Begins a part of the work. `bytesInAll` is its size, or 0 if the size is unknown. */
  begin(what: string, bytesInAll: number): void;
  /** Counts finished items and bytes, and prints the progress every 2 s. */
  add(things: number, bytes: number): void;
}

const lineEveryMs = 2_000;

export function createProgress(clock: Clock, write: (line: string) => void): Progress {
  let now = { what: "", inAll: 0, things: 0, bytes: 0, sinceMs: 0 };
  let nextLineMs = 0;
  return {
    begin(what, inAll) {
      now = { what, inAll, things: 0, bytes: 0, sinceMs: clock.nowMs() };
      nextLineMs = now.sinceMs + lineEveryMs;
    },
    add(things, bytes) {
      now = { ...now, things: now.things + things, bytes: now.bytes + bytes };
      const nowMs = clock.nowMs();
      if (nowMs < nextLineMs) return;
      nextLineMs = nowMs + lineEveryMs;
      write(lineOf(now, nowMs - now.sinceMs));
    },
  };
}

interface Done {
  readonly what: string;
  readonly inAll: number;
  readonly things: number;
  readonly bytes: number;
}

function lineOf({ what, inAll, things, bytes }: Done, ms: number): string {
  const bytesPerMs = bytes / Math.max(1, ms);
  const of = inAll === 0 ? "" : ` of ${megabytes(inAll)}`;
  const left =
    inAll === 0 || bytes === 0 ? "" : `, ${Math.ceil(Math.max(0, inAll - bytes) / bytesPerMs / 1_000)} s left`;
  return `${what}: ${things} done, ${megabytes(bytes)}${of}, ${megabytes(bytesPerMs * 1_000)}/s${left}`;
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
