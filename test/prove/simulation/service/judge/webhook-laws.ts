import type { OwnerRequest } from "../people/history.ts";
import type { Evidence } from "./evidence.ts";
import { groupBy } from "./group-by.ts";
import { repeatFaults } from "./sent-laws.ts";

/** The delay before the second attempt, and the minimum before every later attempt. Source: WH-36. */
const firstDelayMs = 5_000;
const toleranceMs = 300;
/** The number of attempts after a quarter of an hour without faults. The third attempt is some minutes after the second. */
const attemptsByThen = 3;
const order = ["chat_accepted", "chat_updated", "chat_finished"];

/**
 * An id has one body. Attempts have increasing numbers and are not early. First attempts of a chat are in order. All deliveries end.
 * Source: WH-36, WH-39, WH-41, WH-42.
 */
export function webhookFaults(evidence: Evidence): readonly string[] {
  const { history, stored } = evidence;
  const log = stored.deliveries.webhook;
  const known = new Map(log.map((delivery) => [delivery.id, delivery]));
  const faults: string[] = [];
  for (const [id, requests] of groupBy(history.owner, ({ id }) => id)) {
    if (!known.has(id)) faults.push(`${requests[0]?.event} (${id}) was told and is not stored`);
    if (new Set(requests.map(({ body }) => body)).size > 1) faults.push(`${requests[0]?.event} (${id}) has two bodies`);
    faults.push(...attemptFaults(requests, evidence));
    faults.push(...repeatFaults(`${requests[0]?.event} (${id})`, requests, ({ outcome }) => outcome === "ok", history));
  }
  for (const { id, state, attempts } of log) {
    if (state === "attempting" && attempts.length < attemptsByThen) faults.push(`the event ${id} stands still`);
    if (state === "pending") faults.push(`the event ${id} is pending for ever`);
    const isTaken = history.owner.some((request) => request.id === id && request.outcome === "ok");
    if (state === "delivered" && !isTaken) faults.push(`the event ${id} is told to be delivered, and never was`);
  }
  for (const requests of groupBy(history.owner, ({ chatId }) => chatId).values()) {
    const firsts = requests.filter(({ attempt }) => attempt === 1).map(({ event }) => order.indexOf(event));
    const at = firsts.findIndex((place, index) => place >= 0 && place < Math.max(-1, ...firsts.slice(0, index)));
    if (at >= 0) faults.push(`chat ${requests[0]?.chatId}: an event was told behind one that came later`);
  }
  return faults;
}

function attemptFaults(requests: readonly OwnerRequest[], { history }: Evidence): readonly string[] {
  return requests.flatMap((request, index) => {
    const before = requests[index - 1];
    if (before === undefined) return [];
    const name = `${request.event} (${request.id}), ${request.attempt}`;
    const faults = request.attempt <= before.attempt ? [`${name} comes after attempt ${before.attempt}`] : [];
    const sinceMs = request.sentAtMs - before.sentAtMs;
    const wasSet = history.outages.some(
      ({ what, fromMs }) => what === "clock" && fromMs >= before.sentAtMs && fromMs <= request.sentAtMs,
    );
    if (!wasSet && sinceMs < firstDelayMs - toleranceMs) faults.push(`${name} came ${sinceMs} ms after the one before`);
    return faults;
  });
}
