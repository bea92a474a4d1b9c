import type { Failure } from "../../core/result.ts";
import type { PeersHealth } from "../../ports/peers-health.ts";
import type { Health } from "../routes/health.ts";

/** Two answers may be late; the other processes consider a process lost after 5 s. */
const silentMsMax = 3_000;
const retryAfterSeconds = 2;

/** Returns why this process should receive no requests now; null when it is ready. */
export function whyNotReady({ store, peers, isBehind }: Pick<Health, "store" | "peers" | "isBehind">): Failure | null {
  const failure = store().failure ?? (peers === undefined ? null : whyApart(peers()));
  return failure ?? (isBehind() ? unavailable("The service is reading what the other processes have stored.") : null);
}

function whyApart({ isHearing, isSettled, sinceBeatMs }: PeersHealth): Failure | null {
  if (sinceBeatMs > silentMsMax)
    return unavailable(`The database has not answered for ${Math.floor(sinceBeatMs / 1_000)} s.`);
  if (!isHearing) return unavailable("The connection for notifications from the other processes is down.");
  return isSettled
    ? null
    : unavailable("Some other process has not sent a notification since the connection was restored.");
}

const unavailable = (message: string): Failure => ({ code: "unavailable", message, retryAfterSeconds });
