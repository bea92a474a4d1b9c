import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { deadline, noDeadline, reached } from "../deadlines.ts";

export const due = (atMs: number, nowMs = atMs): ActorEvent => reached("next-attempt", atMs, nowMs);
export const lost = (nowMs: number, restarted: boolean): ActorEvent =>
  reached("attempt-outcome", nowMs, nowMs, restarted);
export const awaitNext = (atMs: number): Effect => deadline("next-attempt", atMs);
export const clearNext = noDeadline("next-attempt");
export const awaitOutcome = (atMs: number): Effect => deadline("attempt-outcome", atMs, true);
export const clearOutcome = noDeadline("attempt-outcome");
