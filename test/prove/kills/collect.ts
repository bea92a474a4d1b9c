import { setTimeout as pause } from "node:timers/promises";
import type { DeskMessage } from "../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../src/codec/desk/desk-log.ts";
import type { SeenRequest } from "../../../src/demo/cast/customer-system.ts";
import { isScheduled } from "../../system/harness/laws/webhook-laws.ts";
import type { DeskApi } from "../../system/harness/people/desk-api.ts";
import type { CallHistory, ChatHistory, MixedHistory, Replied, SeenMessage } from "./mixed-history.ts";
import type { MixedRun } from "./mixed-run.ts";
import { full } from "./mixed-world.ts";
import { restFaults } from "./store-at-rest.ts";

const quietMs = 120_000;
const shownMs = 20_000;
const faultsMax = 10;

/**
 * Resolves with an empty list when no delivery is in progress. Deliveries that wait minutes for a third attempt do not count. If this takes
 * too long, resolves with descriptions of the deliveries in progress.
 */
async function untilQuiet(api: DeskApi): Promise<readonly string[]> {
  for (const endsAtMs = Date.now() + quietMs; ; await pause(200)) {
    const left: DeskDeliveryRecord[] = [];
    for (const state of ["pending", "attempting"]) left.push(...(await api.deliveries(`state=${state}`)));
    const moving = left.filter((one) => !isScheduled(one));
    if (moving.length === 0) return [];
    if (Date.now() > endsAtMs) return moving.slice(0, faultsMax).map((one) => `on its way: ${JSON.stringify(one)}`);
  }
}

const toSeen = ({ seq, text, delivery }: DeskMessage): SeenMessage => ({
  seq,
  text,
  delivery: delivery?.state ?? null,
});

/** Waits until the desk has received the stored state of all chats, because the last frames may still arrive. Returns all chats. */
async function chatsOf({ world: { bots } }: MixedRun, messages: StoredMessages): Promise<readonly ChatHistory[]> {
  const ids = new Set([...bots.desk.shown.keys(), ...messages.keys()]);
  const shownOf = (id: string): readonly SeenMessage[] =>
    (bots.desk.shown.get(id) ?? []).map(({ message }) => toSeen(message));
  const isBehind = (id: string): boolean => {
    const last = new Map(shownOf(id).map((message) => [message.seq, message]));
    return (messages.get(id) ?? []).some(({ seq, delivery }) => last.get(seq)?.delivery !== (delivery?.state ?? null));
  };
  for (const endsAtMs = Date.now() + shownMs; [...ids].some(isBehind) && Date.now() < endsAtMs; ) await pause(100);
  return [...ids].map((id) => ({ id, stored: (messages.get(id) ?? []).map(toSeen), shown: shownOf(id) }));
}

type StoredMessages = ReadonlyMap<string, readonly DeskMessage[]>;

async function messagesOf(api: DeskApi, ids: Iterable<string>): Promise<StoredMessages> {
  const all = new Map<string, readonly DeskMessage[]>();
  for (const id of ids) all.set(id, await api.messages(id));
  return all;
}

function writtenOf({ world, senders, load, pages, desk }: MixedRun, messages: StoredMessages): MixedHistory["written"] {
  const { chats } = world.bots.desk;
  const textsOf = (id: string | undefined, from: string): readonly string[] =>
    (messages.get(id ?? "") ?? []).filter((message) => message.from === from).map(({ text }) => text);
  const byNumber = new Map([...chats.values()].map((chat) => [chat.client.number, chat.id]));
  return [
    ...senders.map(({ id: who, answered }) => ({ who, answered, stored: textsOf(chats.get(who)?.id, "client") })),
    ...[...load.said].flatMap(([client, writers]) =>
      writers.map((answered, at) => ({
        who: `${client}, writer ${at}`,
        answered,
        stored: textsOf(chats.get(client)?.id, "client"),
      })),
    ),
    ...pages.pages.map(({ number, said: answered }) => ({
      who: `visitor ${number}`,
      answered,
      stored: textsOf(byNumber.get(number), "client"),
    })),
    ...[...desk.replies].map(([id, replies]) => ({
      who: `the agent in chat ${id}`,
      answered: replies.map(({ text }) => text),
      stored: textsOf(id, "agent"),
    })),
  ];
}

/** Returns the replies of the desk, each with the requests that contained it. */
function repliedOf({ world: { bots }, desk }: MixedRun, messages: StoredMessages): readonly Replied[] {
  const requests = new Map<string, SeenRequest[]>();
  for (const request of bots.customerSystem.requests) {
    const list = requests.get(request.text);
    if (list === undefined) requests.set(request.text, [request]);
    else list.push(request);
  }
  return [...desk.replies].flatMap(([id, replies]) =>
    replies.map(({ text, messageId }) => ({
      text,
      messageId,
      delivery: messages.get(id)?.find((message) => message.id === messageId)?.delivery ?? null,
      requests: requests.get(text) ?? [],
    })),
  );
}

async function filesOf({ pages }: MixedRun, messages: StoredMessages): Promise<MixedHistory["files"]> {
  const shown = [...messages.values()].flat().map(({ file }) => file);
  const files = pages.pages.flatMap((page) => [...page.files]);
  const found: MixedHistory["files"][number][] = [];
  // One after the other, because the service limits the files that one address may request at once.
  for (const [url, bytes] of files) {
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    found.push({ url, isWhole: bytes.equals(served), shown: shown.filter((file) => file === url).length });
  }
  return found;
}

async function callsOf({ world: { bots, gateway }, calls }: MixedRun): Promise<readonly CallHistory[]> {
  const known = new Map((await bots.desk.api.chats()).map(({ call }) => [call?.phone, call?.status ?? null]));
  return calls.answered.map((phone) => ({
    phone,
    asked: gateway.askedOf(phone).length,
    status: known.get(phone) ?? null,
  }));
}

/** Returns bots that have a chat and missed messages. After three killed attempts the bot has failed and agents get the chat. Source: BOT-22. */
async function untoldOf({ world: { bots }, load }: MixedRun): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const client of full) {
    const { state } = await bots.stored(client);
    const untold = (load.said.get(client) ?? []).flat().filter((text) => bots.bot.eventsOf(client, text).length === 0);
    if (state !== "waiting" && untold.length > 0)
      faults.push(`the bot of ${client}, which has the chat, was not told of ${untold.length} messages`);
  }
  return faults;
}

/** Collects the history after all work has ended. This ends the service, because the store of the last process is checked, too. */
export async function collect(run: MixedRun): Promise<MixedHistory> {
  const { bots, receiver } = run.world;
  const { api } = bots.desk;
  const left = await untilQuiet(api);
  const messages = await messagesOf(api, [...bots.desk.shown.keys()]);
  const log = (await api.deliveries("kind=webhook")).filter(({ chatId }) => chatId !== null);
  const history = {
    kills: bots.outages.length,
    written: writtenOf(run, messages),
    untold: await untoldOf(run),
    replied: repliedOf(run, messages),
    files: await filesOf(run, messages),
    calls: await callsOf(run),
    chats: await chatsOf(run, messages),
    desk: { resyncs: bots.desk.resyncs, repeats: bots.desk.repeats },
    surprises: run.surprises(),
    left,
    metrics: await (await fetch(`${bots.installation.url}/metrics`)).text(),
    events: receiver.seen,
    log,
    outages: bots.outages,
  };
  bots.desk.leave();
  await bots.installation.terminate();
  const excused = new Set(log.filter(isScheduled).map(({ id }) => `delivery/${id}`));
  return { ...history, restless: await restFaults(bots.installation.dataDir, excused) };
}
