import { post } from "../../../system/harness/people/customers.ts";
import { channelPath } from "../../../system/harness/service/installation.ts";
import { nowMs, untilMs } from "../../../system/harness/time.ts";

/** The results of a well-behaved client while other clients behaved badly. */
export interface Fared {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  /** Answers that a working service does not give. */
  readonly surprises: readonly string[];
}

const pauseMs = 10;

/** Requests the status and writes a message, repeatedly until `stop`. */
export function standBy(url: string): { stop(): Promise<Fared> } {
  const took: number[] = [];
  const surprises: string[] = [];
  let isOver = false;
  const asking = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const startedAtMs = nowMs();
      const status = await fetch(`${url}${channelPath}/status`);
      await status.text();
      took.push(nowMs() - startedAtMs);
      if (status.status !== 200) surprises.push(`status query: ${status.status}`);
      const writtenAtMs = nowMs();
      const written = await post(url, "bystander", `message ${number}`);
      took.push(nowMs() - writtenAtMs);
      if (written.status !== 200) surprises.push(`message ${number}: ${written.status} ${written.body}`);
      await untilMs(nowMs() + pauseMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking.catch((error: unknown) => void surprises.push(String(error)));
      const sorted = took.toSorted((left, right) => left - right);
      const at = (part: number): number => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
      return { requests: took.length, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(0.99999), surprises };
    },
  };
}
