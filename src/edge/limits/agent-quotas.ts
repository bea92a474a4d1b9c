import type { AgentId } from "../../../machines/ids.ts";
import type { Limits } from "../../config/limits.ts";
import { createAllowance } from "../../core/bounds/allowance.ts";
import type { SharedCounts } from "../../core/peers/shared-counts.ts";
import type { Failure } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import { limiterOf } from "./rate-limiter.ts";
import type { Refusals } from "./refusals.ts";

/** What one agent can add to the disk. The counts are in memory, so a restart clears them. */
export interface AgentQuotas {
  /** Counts a note, or returns why it is refused. Source: LIM-02. */
  takeNote(agentId: AgentId): Failure | null;
  /** Returns why no file of so many bytes is accepted; counts none. */
  refuseFile(agentId: AgentId, bytes: number): Failure | null;
  /** Counts the bytes of a file; a negative number gives back what did not come. */
  useFile(agentId: AgentId, bytes: number): void;
}

interface AgentBounds {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly refusals: Refusals;
  /** Counts for all processes together. */
  readonly counts: SharedCounts;
}

const dayMs = 24 * 60 * 60_000;

export function createAgentQuotas(bounds: AgentBounds): AgentQuotas {
  const { limits, clock, refusals, counts } = bounds;
  const notes = limiterOf("sender", "note", bounds);
  const dailyBytes = createAllowance({
    get max() {
      return limits.agentFileBytesPerDay;
    },
    windowMs: dayMs,
    keysMax: limits.rateBucketsMax,
    clock,
    shared: { counts, name: "agentFileBytesPerDay" },
  });
  return {
    takeNote(agentId) {
      const retryAfterSeconds = notes.take(String(agentId));
      if (retryAfterSeconds === 0) return null;
      refusals.count("senderPerSecond");
      return { code: "rate_limited", message: "Too many notes; try again later.", retryAfterSeconds };
    },
    refuseFile(agentId, bytes) {
      const seconds = dailyBytes.waitSeconds(String(agentId), bytes);
      if (seconds === 0) return null;
      refusals.count("agentFileBytesPerDay");
      const retryAfterSeconds = Math.min(seconds, dayMs / 1_000);
      const message = `One agent may send ${limits.agentFileBytesPerDay} bytes of files in a day (agentFileBytesPerDay). Try again in ${retryAfterSeconds} seconds.`;
      return { code: "rate_limited", message, retryAfterSeconds };
    },
    useFile: (agentId, bytes) => dailyBytes.use(String(agentId), bytes),
  };
}
