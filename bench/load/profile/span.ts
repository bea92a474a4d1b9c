import { readFileSync } from "node:fs";
import type { ThreadSample } from "../service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../service/threads.ts";
import type { Span } from "./profile.ts";
import { monotonicUs } from "./profile.ts";

/** The thread of V8's profiler; only a profiled process has it. */
const profilerThread = "v8:ProfEvntProc";

/** Begins a span of a process's work. The returned function ends the span. */
export function beginSpan(pid: number): (untilUs?: number) => Span {
  const before = ownThreads(pid);
  const fromUs = monotonicUs();
  return (untilUs = monotonicUs()) => ({
    fromUs,
    untilUs,
    threads: timesBetween(before, ownThreads(pid), poolSizeOf(pid)),
  });
}

const ownThreads = (pid: number): readonly ThreadSample[] =>
  readThreads(pid).filter(({ name }) => name !== profilerThread);

const poolSizeOf = (pid: number): number => v8PoolSizeOf(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0"));
