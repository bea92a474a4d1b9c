import { intervalFaults } from "../../system/harness/laws/delivery-laws.ts";
import { logFaults, webhookFaults } from "../../system/harness/laws/webhook-laws.ts";
import type { Law } from "../laws.ts";
import { disorder, missing } from "../written.ts";
import type { ChatHistory, MixedHistory, Replied } from "./mixed-history.ts";

const outcomeUnknownAttempts = 3;

/** Checks that the shown outcome is true: the reply arrived under its id, or a kill interrupted every attempt. Source: CH-41, DEL-25. */
function untrue({ text, messageId, delivery, requests }: Replied): readonly string[] {
  const isUnknown = delivery?.attempts === outcomeUnknownAttempts && delivery.error?.code === "interrupted";
  const faults: string[] = [];
  if (delivery?.state === "delivered" ? requests.length === 0 : !isUnknown)
    faults.push(`"${text}" is shown as ${JSON.stringify(delivery)} after ${requests.length} requests`);
  if (requests.some((request) => request.messageId !== messageId)) faults.push(`"${text}" was sent with another id`);
  return faults;
}

/**
 * Checks that a desk that reconnects with its cursor has every message as stored. Messages that never change were shown in order. A message
 * whose delivery changed is at the place of its last change, after messages that arrived meanwhile. Source: DEL-06.
 */
function unseen({ id, stored, shown }: ChatHistory): readonly string[] {
  const last = new Map(shown.map((message) => [message.seq, message]));
  const lasting = new Set(stored.filter(({ delivery }) => delivery === null).map(({ seq }) => seq));
  const firsts = [...new Set(shown.map(({ seq }) => seq))].filter((seq) => lasting.has(seq));
  const faults = firsts.flatMap((seq, at) => ((firsts[at - 1] ?? 0) < seq ? [] : [`${id}/${seq} was shown late`]));
  for (const message of stored) {
    const seen = last.get(message.seq);
    if (seen?.text !== message.text || seen.delivery !== message.delivery)
      faults.push(`${id}/${message.seq} is ${JSON.stringify(message)}, shown as ${JSON.stringify(seen)}`);
  }
  return faults.slice(0, 1);
}

const lanesAtRest = [/^parley_lanes_woken_total 0$/m, /^parley_deliveries_lost_total 0$/m];

/** Checks that each event of a chat has one id. A call has several events, one for each status. Source: WH-39, WH-41, CALL-02. */
function eventDoubles({ events }: MixedHistory): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, chatId, fields } of events) {
    if (fields.call === undefined) continue;
    const name = `${chatId} ${fields.call.phone} ${fields.call.status}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  return [...ids].filter(([, some]) => some.size > 1).map(([name]) => `${name} was told under several ids`);
}

const countOf = (written: MixedHistory["written"]): number =>
  written.reduce((sum, { answered }) => sum + answered.length, 0);

/** The laws that no kill may break. */
export const mixedLaws: readonly Law<MixedHistory>[] = [
  {
    promise: "durability",
    about: "messages answered with success",
    faults: ({ written, surprises }) => [...written.flatMap(missing), ...surprises.map((what) => `refused: ${what}`)],
    seen: ({ written }) => countOf(written),
  },
  {
    promise: "order",
    about: "messages, each once and in its place",
    faults: ({ written }) => written.flatMap(disorder),
    seen: ({ written }) => countOf(written),
  },
  {
    promise: "files",
    about: "files served whole, each in one message",
    faults: ({ files }) =>
      files.flatMap(({ url, isWhole, shown }) => [
        ...(isWhole ? [] : [`${url} is not whole`]),
        ...(shown === 1 ? [] : [`${url} stands in ${shown} messages`]),
      ]),
    seen: ({ files }) => files.length,
  },
  {
    promise: "attempts",
    about: "replies with at most three attempts, none early",
    faults: ({ replied }) =>
      replied.flatMap(({ text, requests }) => intervalFaults(requests).map((fault) => `"${text}": ${fault}`)),
    seen: ({ replied }) => replied.length,
  },
  {
    promise: "truth",
    about: "replies whose outcome is as shown",
    faults: ({ replied }) => replied.flatMap(untrue),
    seen: ({ replied }) => replied.length,
  },
  {
    promise: "no limbo",
    about: "chats at rest in the end",
    faults: ({ left, restless, untold, metrics }) => [
      ...left,
      ...restless,
      ...untold,
      ...lanesAtRest.filter((line) => !line.test(metrics)).map((line) => `the metrics have no line ${line.source}`),
    ],
    seen: ({ chats }) => chats.length,
  },
  {
    promise: "cursor",
    about: "chats as a desk that came back shows them",
    faults: ({ chats, desk }) => [
      ...chats.flatMap(unseen),
      ...(desk.resyncs + desk.repeats === 0 ? [] : [`the desk was shown anew: ${JSON.stringify(desk)}`]),
    ],
    seen: ({ chats }) => chats.length,
  },
  {
    promise: "webhooks",
    about: "events, each signed, in order, under one id",
    faults: (history) => [
      ...webhookFaults({ receiver: { seen: history.events }, outages: history.outages }),
      ...logFaults(history.log, history.events),
      ...eventDoubles(history),
    ],
    seen: ({ log }) => log.length,
  },
  {
    promise: "calls",
    about: "calls, each asked for once",
    faults: ({ calls }) =>
      calls.flatMap(({ phone, asked, status }) => {
        if (status === null) return [`the call to ${phone} was answered and is not stored`];
        if (asked > 1) return [`the call to ${phone} was asked for ${asked} times`];
        return asked === 0 && status !== "error" ? [`the call to ${phone} is ${status} and was never asked for`] : [];
      }),
    seen: ({ calls }) => calls.length,
  },
];
