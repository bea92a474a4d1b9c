import type { DeadlineReached } from "../../machines/effects.ts";
import type { Effect } from "../../src/domain/effects.ts";

/** A deadline of a machine that has passed. */
export const reached = (id: string, atMs: number, nowMs = atMs, restarted = false): DeadlineReached => ({
  type: "deadline.reached",
  id,
  atMs,
  nowMs,
  restarted,
});

export const deadline = (id: string, atMs: number, atRestart = false): Effect => ({
  type: "effect.deadline.set",
  id,
  atMs,
  atRestart,
});

export const noDeadline = (id: string): Effect => ({ type: "effect.deadline.clear", id });
