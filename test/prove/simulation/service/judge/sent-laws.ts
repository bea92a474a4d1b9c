import type { BotRequest } from "../people/history.ts";
import type { Evidence } from "./evidence.ts";
import { isDisturbed } from "./evidence.ts";
import { groupBy } from "./group-by.ts";

const attemptsMax = 3;
const intervalMs = 3_000;
/** The tolerance of every time. */
const toleranceMs = 300;
/** The time until the third request has failed, 3 s after it began. Source: BOT-18. */
const handOverMs = 9_000;
/** The time after an outage until overdue work, and work that follows it, is done. */
const settledMs = 12_000;

interface Sent {
  readonly sentAtMs: number;
  readonly heardAtMs: number | null;
  readonly process: string;
}

/** Sorts requests in the order in which the service sent them, because on the network one request may overtake another. */
const inOrder = <Request extends Sent>(requests: readonly Request[]): readonly Request[] =>
  requests.toSorted((one, other) => one.sentAtMs - other.sentAtMs);

/** For some time, other processes may treat a frozen process, and all its unfinished work, as dead. */
const takenForDeadUntilMs = ({ what, untilMs }: Evidence["history"]["outages"][number]): number =>
  what === "freeze" ? untilMs + settledMs : untilMs;

const within = ({ outages }: Evidence["history"], fromMs: number, untilMs: number) =>
  outages.filter((outage) => outage.fromMs <= untilMs && takenForDeadUntilMs(outage) >= fromMs);

/** Whether the service may have measured another time between two attempts: its clock was set meanwhile. */
const isOtherTime = (history: Evidence["history"], fromMs: number, untilMs: number): boolean =>
  within(history, fromMs, untilMs).some(({ what }) => what === "clock");

const storeFaults: readonly string[] = ["disk", "network", "clock"];

/** Whether a process may have ended, or may have been taken for dead, with an outcome in its memory. */
const isForgotten = (history: Evidence["history"], fromMs: number, untilMs: number): boolean =>
  within(history, fromMs, untilMs).some(({ what }) => !storeFaults.includes(what));

/** What a store does never costs an outcome that the service has: nothing follows a success. Source: DEL-01, BOT-18, WH-36. */
export function repeatFaults<Request extends Sent>(
  what: string,
  requests: readonly Request[],
  isSuccess: (request: Request) => boolean,
  history: Evidence["history"],
): readonly string[] {
  return requests.slice(0, -1).flatMap((request, index) => {
    const next = requests[index + 1];
    if (request.heardAtMs === null || !isSuccess(request) || next === undefined) return [];
    return isForgotten(history, request.heardAtMs, next.sentAtMs)
      ? []
      : [`${what} was sent again ${next.sentAtMs - request.heardAtMs} ms after its success`];
  });
}

/** At most three attempts, none early. A clock that was set has another time. Source: DEL-01 to DEL-03, DEL-22 to DEL-24. */
function attemptFaults(what: string, requests: readonly Sent[], { history }: Evidence): readonly string[] {
  const faults = requests.length > attemptsMax ? [`${what} was sent ${requests.length} times`] : [];
  for (const [index, { sentAtMs }] of requests.entries()) {
    const before = requests[index - 1]?.sentAtMs;
    if (before === undefined || sentAtMs - before >= intervalMs - toleranceMs) continue;
    if (!isOtherTime(history, before, sentAtMs)) faults.push(`${what} was sent again after ${sentAtMs - before} ms`);
  }
  return faults;
}

/**
 * Replies to the customer system have one id and are sent at most three times, never early, and in order. The shown delivery state is
 * true. Source: DEL-01, DEL-06, DEL-18, CH-41.
 */
export function deliveryFaults(evidence: Evidence): readonly string[] {
  const { history, stored } = evidence;
  const known = new Map(stored.chats.flatMap(({ messages }) => messages.map(({ id, text }) => [id, text])));
  const strange = history.shop
    .filter(({ messageId, text }) => known.get(messageId) !== text)
    .map(({ messageId, text }) => `"${text}" (${messageId}) was sent and is not stored so`);
  return stored.chats
    .flatMap(({ chat, messages }) => {
      const faults: string[] = [];
      let lastMs = 0;
      for (const { id, text, delivery } of messages) {
        if (delivery === null) continue;
        const requests = inOrder(history.shop.filter(({ messageId }) => messageId === id));
        faults.push(...attemptFaults(`"${text}"`, requests, evidence));
        faults.push(...repeatFaults(`"${text}"`, requests, ({ deed }) => deed === "ok", history));
        const [first] = requests;
        const isTaken = requests.some(({ deed }) => deed === "ok");
        if (delivery.state === "delivered" && !isTaken) faults.push(`"${text}" is told to be delivered, and never was`);
        if (delivery.state !== "delivered" && delivery.state !== "failed")
          faults.push(`"${text}" is ${delivery.state} for ever`);
        if (first !== undefined && first.sentAtMs < lastMs) faults.push(`"${text}" was sent before the one before it`);
        lastMs = Math.max(lastMs, requests.at(-1)?.sentAtMs ?? 0);
      }
      return faults.map((fault) => `chat ${chat.id}: ${fault}`);
    })
    .concat(strange);
}

/**
 * Events for the bot are sent at most three times, never early, always with the same body, in order, and only if they are stored.
 * Source: BOT-11, BOT-16 to BOT-18.
 */
export function botFaults(evidence: Evidence): readonly string[] {
  const { history, stored } = evidence;
  const sent = inOrder(history.bot);
  const byId = groupBy(sent, ({ id }) => id);
  const faults = [...byId.values()].flatMap((requests) => {
    const [first] = requests;
    const what = `"${first?.what}" of chat ${first?.chatId}`;
    const shapes = new Set(requests.map(({ body }) => body)).size;
    return [
      ...attemptFaults(what, requests, evidence),
      ...repeatFaults(what, requests, ({ outcome }) => outcome === "ok", history),
      ...(shapes > 1 ? [`${what} has ${shapes} shapes`] : []),
    ];
  });
  for (const [chatId, requests] of groupBy(sent, ({ chatId }) => chatId)) {
    const messages = stored.chats.find(({ chat }) => chat.id === chatId)?.messages ?? [];
    const seqs = requests
      .filter(({ what }) => what.includes(" "))
      .map(({ what }) => messages.find(({ from, text }) => from === "client" && text === what)?.seq ?? 0);
    if (seqs.includes(0)) faults.push(`the bot was told a message of chat ${chatId} that is not stored`);
    const at = seqs.findIndex((seq, index) => seq < (seqs[index - 1] ?? 0));
    if (at >= 0) faults.push(`the bot was told message ${seqs[at]} of chat ${chatId} behind ${seqs[at - 1]}`);
  }
  return faults;
}

const isHeard = ({ outcome, heardAtMs }: BotRequest): boolean => outcome === "ok" && heardAtMs !== null;

/** A chat leaves a bot that does not respond at the latest 9 s after the first request. Source: BOT-17, BOT-18, BOT-22. */
export function handOverFaults(evidence: Evidence): readonly string[] {
  const { history, stored } = evidence;
  return stored.chats.flatMap(({ chat, messages }) => {
    const told = history.bot.filter(({ chatId }) => chatId === chat.id);
    const lines = messages.filter(({ from, text }) => from === "system" && text.startsWith("The bot failed"));
    const faults = lines.length > 1 ? [`chat ${chat.id} was handed over ${lines.length} times`] : [];
    const answered = new Set(told.filter(isHeard).map(({ what }) => what));
    const [line] = lines;
    const isAnswered = messages.every(
      ({ from, text, seq }) => from !== "client" || seq > (line?.seq ?? 0) || answered.has(text),
    );
    if (line !== undefined && isAnswered && !isForgotten(history, 0, Number.MAX_VALUE))
      faults.push(`chat ${chat.id} was handed over by a bot that answered`);
    if (chat.state === "with_bot") {
      const known = new Set(told.filter(({ outcome }) => outcome === "ok").map(({ what }) => what));
      const untold = messages.filter(({ from, text }) => from === "client" && !known.has(text));
      // If only the response was lost, the bot did accept the request.
      if (untold.length > 0) faults.push(`chat ${chat.id} is with a bot that never took "${untold[0]?.text}"`);
    }
    for (const requests of groupBy(told, ({ id }) => id).values()) {
      const [first] = requests;
      if (first === undefined || requests.some(({ outcome }) => outcome === "ok")) continue;
      const seen = history.chatsSeen.find(
        (one) => one.chatId === chat.id && one.atMs >= first.sentAtMs && one.state !== "with_bot",
      );
      if (seen === undefined || isDisturbed(evidence, first.sentAtMs - settledMs, seen.atMs, settledMs)) continue;
      // An open desk sees the hand-over at once; a desk that opens later sees it in its first list.
      const lateMs = seen.atMs - first.sentAtMs - handOverMs - toleranceMs;
      if (lateMs > 0 && history.chatsSeen.some(({ atMs }) => atMs < first.sentAtMs)) {
        const shownBetween = history.chatsSeen.some(
          ({ atMs }) => atMs > first.sentAtMs + handOverMs + toleranceMs && atMs < seen.atMs,
        );
        if (shownBetween) faults.push(`chat ${chat.id} was handed over ${lateMs} ms late after "${first.what}"`);
      }
    }
    return faults;
  });
}
