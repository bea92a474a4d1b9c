import type { DeskDeliveryRecord } from "../../../../src/codec/desk/desk-log.ts";
import type { OwnersServer, SeenEvent } from "../../../../src/demo/cast/owners-server.ts";
import { earlyToleranceMs, lateToleranceMs } from "../time.ts";
import type { Outage } from "../worlds/delivery-world.ts";

/** The delay before the second attempt. Source: WH-36. */
const firstDelayMs = { min: 5_000, max: 6_000 };
/** The orders in which the events of a chat, and those of a call, happen. Source: WH-17, CALL-04. */
const orders = [
  ["chat_accepted", "chat_updated", "chat_finished"],
  ["start", "agent_connected", "end"],
  ["start", "client_connected", "end"],
  ["start", "error"],
];
/** A response that arrived less than this before a kill may not have been stored. */
const keepingMs = 500;

interface Seen {
  readonly receiver: Pick<OwnersServer, "seen">;
  readonly outages: readonly Outage[];
}

/**
 * Returns behaviour that no rule allows in the requests to the owner's server, for every kill at any time:
 * - a request that is not signed, or one event with two bodies.
 * - attempt numbers that do not rise, a retry that is early, or a third attempt within minutes.
 * - first attempts out of order or at once.
 * Source: WH-36, WH-39 to WH-42.
 */
export function webhookFaults({ receiver: { seen }, outages }: Seen): readonly string[] {
  const byEvent = groupBy(seen, ({ id }) => id);
  const byChat = groupBy(
    seen.filter(({ chatId }) => chatId !== null),
    ({ chatId }) => chatId,
  );
  return [
    ...seen.filter(({ isVerified }) => !isVerified).map((one) => `${nameOf(one)} is not signed`),
    ...[...byEvent.values()].flatMap((requests) => [...shapeFaults(requests), ...retryFaults(requests, outages)]),
    ...[...byChat.values()].flatMap((requests) => orderFaults(requests, outages)),
  ];
}

function groupBy<Key>(seen: readonly SeenEvent[], keyOf: (event: SeenEvent) => Key): Map<Key, SeenEvent[]> {
  const groups = new Map<Key, SeenEvent[]>();
  for (const event of seen) {
    const group = groups.get(keyOf(event));
    if (group === undefined) groups.set(keyOf(event), [event]);
    else group.push(event);
  }
  return groups;
}

const nameOf = ({ event, client, attempt, id }: SeenEvent): string => `${event} of ${client} (${id}), ${attempt}`;

/** Source: WH-39, WH-41. */
function shapeFaults(requests: readonly SeenEvent[]): readonly string[] {
  const bodies = new Set(requests.map(({ body }) => body));
  const [first] = requests;
  if (first === undefined || bodies.size === 1) return [];
  return [`${nameOf(first)} changed: ${[...bodies].join(" ")}`];
}

/** Source: WH-36, WH-39. */
function retryFaults(requests: readonly SeenEvent[], outages: readonly Outage[]): readonly string[] {
  const faults: string[] = [];
  for (const [index, one] of requests.entries()) {
    const before = requests[index - 1];
    const number = before?.attempt ?? 0;
    if (one.attempt <= number) faults.push(`${nameOf(one)} comes after attempt ${number}`);
    // A kill interrupted each attempt that did not arrive.
    if (one.attempt - number - 1 > outages.length) faults.push(`${nameOf(one)} comes after attempt ${number}`);
    if (one.attempt > 2) faults.push(`${nameOf(one)} comes too soon`);
    if (before === undefined) continue;
    const sinceMs = one.atMs - endOf(before, outages);
    if (sinceMs < firstDelayMs.min - earlyToleranceMs())
      faults.push(`${nameOf(one)} came ${Math.round(sinceMs)} ms after the end of the last`);
  }
  return faults;
}

/** The latest possible end of an attempt: when it was answered, or when the service was killed. */
function endOf({ atMs, endedAtMs }: SeenEvent, outages: readonly Outage[]): number {
  const killedAtMs = outages.find(({ killedAtMs }) => killedAtMs >= atMs)?.killedAtMs ?? Number.POSITIVE_INFINITY;
  return Math.min(endedAtMs ?? Number.POSITIVE_INFINITY, killedAtMs);
}

/** Source: WH-17, WH-42. */
function orderFaults(requests: readonly SeenEvent[], outages: readonly Outage[]): readonly string[] {
  const firsts = requests.filter(({ attempt }) => attempt === 1);
  return firsts.slice(1).flatMap((one, index) => {
    const before = firsts[index];
    if (before === undefined) return [];
    const faults = isBehind(one, before) ? [`${nameOf(one)} comes behind`] : [];
    const overlapMs = endOf(before, outages) - one.atMs;
    return overlapMs > earlyToleranceMs() ? [...faults, `${nameOf(one)} began before the last had ended`] : faults;
  });
}

function isBehind(one: SeenEvent, before: SeenEvent): boolean {
  const [name, nameBefore] = [one, before].map(({ event, fields }) => fields.call?.status ?? event);
  return orders.some((order) => {
    const [at, atBefore] = [order.indexOf(name ?? ""), order.indexOf(nameBefore ?? "")];
    return at >= 0 && at < atBefore;
  });
}

/** Checks that the second attempt came in time: a while after the first one ended, or as soon as the service ran again. Source: WH-36. */
export function lateFault(first: SeenEvent, second: SeenEvent, outages: readonly Outage[]): readonly string[] {
  const endedAtMs = endOf(first, outages);
  const cut = outages.find(({ killedAtMs }) => killedAtMs >= first.atMs && killedAtMs <= endedAtMs + keepingMs);
  const dueAtMs = Math.max(endedAtMs, cut?.readyAtMs ?? 0) + firstDelayMs.max;
  const outage = outages.find(
    ({ killedAtMs, readyAtMs }) => killedAtMs <= dueAtMs + earlyToleranceMs() && dueAtMs <= readyAtMs,
  );
  const lateMs = second.atMs - (outage?.readyAtMs ?? dueAtMs);
  return lateMs > lateToleranceMs() ? [`${nameOf(second)} came ${Math.round(lateMs)} ms late`] : [];
}

/** Two attempts have failed, so the third one is minutes away. Source: WH-36. */
export const isScheduled = ({ state, attempts }: DeskDeliveryRecord): boolean =>
  state === "attempting" && attempts.length === 2 && attempts.every(({ error }) => error !== null);

/** A kill interrupted every attempt, so it is unknown whether one reached the owner's server. */
export const isInterrupted = ({ attempts }: DeskDeliveryRecord): boolean =>
  attempts.every(({ error }) => error?.code === "interrupted");

/**
 * Returns the contradictions between the log of deliveries and the received requests. These are an event with no id or another
 * id, and a received event that is not in the log. Source: WH-39, DEL-28.
 */
export function logFaults(log: readonly DeskDeliveryRecord[], seen: readonly SeenEvent[]): readonly string[] {
  const came = new Map(seen.map((event) => [event.id, event]));
  const known = new Set(log.map(({ id }) => id));
  return [
    ...seen.filter(({ id }) => !known.has(id)).map((one) => `${nameOf(one)} is not in the log`),
    ...log.flatMap((delivery) => {
      const { id, kind, state, attempts } = delivery;
      if (state !== "delivered" && !isScheduled(delivery)) return [`${kind} ${id} is ${state}`];
      const last = came.get(id);
      if (last === undefined) return isInterrupted(delivery) ? [] : [`${kind} ${id} never came`];
      return last.attempt > attempts.length ? [`${nameOf(last)}, the log has ${attempts.length}`] : [];
    }),
  ];
}
