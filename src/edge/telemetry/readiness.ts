import type { Failure } from "../../core/result.ts";
import type { PeersHealth } from "../../ports/peers-health.ts";
import type { Health } from "../routes/health.ts";

/** Two answers may be late; the others take a process for lost after 5 s. */
const silentMsMax = 3_000;
const retryAfterSeconds = 2;

/** Why no request should be sent to this process now; null when it may be. */
export function whyNotReady({ store, peers, isBehind }: Pick<Health, "store" | "peers" | "isBehind">): Failure | null {
  const failure = store().failure ?? (peers === undefined ? null : whyApart(peers()));
  return failure ?? (isBehind() ? unavailable("What the other processes stored meanwhile is being read.") : null);
}

function whyApart({ isHearing, isSettled, sinceBeatMs }: PeersHealth): Failure | null {
  if (sinceBeatMs > silentMsMax)
    return unavailable(`The database has not answered for ${Math.floor(sinceBeatMs / 1_000)} s.`);
  if (!isHearing) return unavailable("The connection that tells what the other processes do is down.");
  return isSettled ? null : unavailable("Not every other process was heard since the connection to them is back.");
}

const unavailable = (message: string): Failure => ({ code: "unavailable", message, retryAfterSeconds });
