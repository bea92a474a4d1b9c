import type { SeenRequest } from "../../../../src/demo/cast/customer-system.ts";
import { earlyToleranceMs, lateToleranceMs } from "../time.ts";
import type { DeliveryWorld, Outage } from "../worlds/delivery-world.ts";

const intervalMs = 3_000;
const timeoutMs = 3_000;
const attemptsMax = 3;

type SeenAttempt = Pick<SeenRequest, "atMs">;

/** How the delivery of a reply ended, and the violations of rules before that. */
export interface Course {
  /** Requests that reached the customer system. */
  readonly requests: number;
  /** `delivered`, or the error as the agent saw it. */
  readonly end: string;
  readonly faults: readonly string[];
}

/** Resolves when the desk has shown the end of the delivery. All other events of the delivery must have happened by then. */
export async function courseOf(world: DeliveryWorld, text: string): Promise<Course> {
  const shown = await world.desk.untilEnded(world.chatIds.get(text) ?? "", text);
  const requests = world.customerSystem.requestsOf(text);
  const { delivery, id } = shown.message;
  const error = delivery?.error ?? null;
  return {
    requests: requests.length,
    end: error === null ? (delivery?.state ?? "no delivery") : `${error.code}: ${error.message}`,
    faults: [
      ...idFaults(requests, [id, world.messageIds.get(text) ?? "no 202"]),
      ...attemptFaults(requests, world.outages),
      ...(error === null ? [] : errorFaults(world, text, shown.atMs)),
    ],
  };
}

/** One message has one id. Source: CH-41. */
function idFaults(requests: readonly SeenRequest[], ids: readonly string[]): readonly string[] {
  const all = new Set([...requests.map(({ messageId }) => messageId), ...ids]);
  return all.size === 1 ? [] : [`expected one message id, got ${[...all].join(", ")}`];
}

/**
 * At most three attempts, none early, and each when it is due or as soon as the service runs again. If the clock was set forward
 * (`isAhead`), waiting attempts are overdue, and none counts as early. Source: DEL-01 to DEL-03, DEL-22, DEL-24.
 */
export function attemptFaults(
  requests: readonly SeenAttempt[],
  outages: readonly Outage[],
  isAhead = false,
): readonly string[] {
  const wasKilled = (fromMs: number, untilMs: number) =>
    outages.some(({ killedAtMs, readyAtMs }) => killedAtMs <= untilMs && fromMs <= readyAtMs + lateToleranceMs());
  const faults = isAhead ? countFaults(requests) : intervalFaults(requests, wasKilled);
  const first = requests[0]?.atMs ?? 0;
  for (const [index, { atMs }] of requests.entries()) {
    const dueAtMs = Math.max(
      first + index * intervalMs,
      (requests[index - 1]?.atMs ?? first - intervalMs) + intervalMs,
    );
    const outage = outageAt(dueAtMs, outages);
    const lateMs = atMs - (outage?.readyAtMs ?? dueAtMs);
    if (lateMs > lateToleranceMs()) faults.push(`attempt ${index + 1} came ${lateMs} ms late`);
  }
  return faults;
}

/**
 * Checks that are valid for every kill at any time. A process that died or has just started has recorded when an attempt was decided. On
 * a crowded machine the request left later than that, and the next attempt is measured from the decision.
 */
export function intervalFaults(
  requests: readonly SeenAttempt[],
  wasKilled: (fromMs: number, untilMs: number) => boolean = () => true,
): string[] {
  const faults = countFaults(requests);
  for (const [index, { atMs }] of requests.entries()) {
    const beforeMs = requests[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
    const sinceMs = atMs - beforeMs;
    const toleranceMs = wasKilled(beforeMs, atMs) ? lateToleranceMs() : earlyToleranceMs();
    if (sinceMs < intervalMs - toleranceMs) faults.push(`attempt ${index + 1} came ${sinceMs} ms after the last`);
  }
  return faults;
}

const countFaults = (requests: readonly SeenAttempt[]): string[] =>
  requests.length > attemptsMax ? [`expected at most ${attemptsMax}, got ${requests.length}`] : [];

/** The error is shown when the third attempt has failed, or right after the restart that ended it. Source: DEL-04, DEL-24, DEL-25. */
function errorFaults({ customerSystem, scripts, outages }: DeliveryWorld, text: string, atMs: number): string[] {
  const requests = customerSystem.requestsOf(text);
  const last = requests[attemptsMax - 1];
  if (last === undefined) return [`an error was shown after ${requests.length} attempts`];
  const script = scripts[text] ?? [];
  const isHanging = (script[attemptsMax - 1] ?? script.at(-1)) === "hang";
  const failedAtMs = last.atMs + (isHanging ? timeoutMs : 0);
  const interruption = outages.find(({ killedAtMs }) => killedAtMs > last.atMs && killedAtMs < failedAtMs);
  const outage = interruption ?? outageAt(failedAtMs, outages);
  const earlyMs = (interruption?.killedAtMs ?? failedAtMs) - atMs;
  const lateMs = atMs - (outage?.deskReadyAtMs ?? failedAtMs);
  if (earlyMs > earlyToleranceMs()) return [`the error was shown ${earlyMs} ms early`];
  return lateMs > lateToleranceMs() ? [`the error was shown ${lateMs} ms late`] : [];
}

const outageAt = (atMs: number, outages: readonly Outage[]): Outage | undefined =>
  outages.find(({ killedAtMs, deskReadyAtMs }) => killedAtMs <= atMs + earlyToleranceMs() && atMs <= deskReadyAtMs);
