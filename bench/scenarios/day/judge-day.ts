import type { OwnersEvent } from "../../load/clients/owners-server.ts";
import { replyTo } from "../../load/clients/turns.ts";
import type { AgentStep, DeskReport, Failure, PageReport } from "../../load/day/day-orders.ts";
import { wantsPerson } from "../../load/day/day-texts.ts";
import { channelId, otherChannelId, widgetChannelId } from "../../load/service/service.ts";
import type { Check } from "../scenario.types.ts";
import { firstMistakes } from "../verify/every-row.ts";
import type { Day } from "./day-run.ts";
import type { DayChat, StoredDay } from "./verify/stored-day.ts";
import { verifyPages } from "./verify/verify-pages.ts";
import { verifyReplies } from "./verify/verify-replies.ts";
import { verifyRest } from "./verify/verify-rest.ts";
import { verifyWriters } from "./verify/verify-writers.ts";

/** Chats of the owner's channel whose accepting and closing was answered. */
interface ReportedSteps {
  readonly accepted: readonly AgentStep[];
  readonly closed: readonly AgentStep[];
}

/**
 * Each stored event, and one event for each answered step, arrived at the owner's server at least once with the correct
 * signature. No other event arrived.
 */
function verifyEvents(
  { chats, events }: Pick<StoredDay, "chats" | "events">,
  came: readonly OwnersEvent[],
  { accepted, closed }: ReportedSteps,
  channelId: string,
): readonly string[] {
  const stored = new Set(events.map(({ id }) => id));
  const right = came.filter(({ isRight }) => isRight);
  const ids = new Set(right.map(({ id }) => id));
  const names = new Set(right.map(({ name, chat }) => `${name} ${chat}`));
  const owned = new Set(chats.filter((chat) => chat.channelId === channelId).map(({ chat }) => chat));
  const missing = (name: string, steps: readonly AgentStep[]): readonly string[] =>
    steps
      .filter(({ chatId }) => owned.has(Number(chatId)) && !names.has(`${name} ${chatId}`))
      .map(({ chatId }) => `${name} of chat ${chatId} never arrived at the owner's server`);
  return [
    ...missing("chat_accepted", accepted),
    ...missing("chat_finished", closed),
    ...events
      .filter(({ id }) => !ids.has(id))
      .map(({ id, chat }) => `event ${id} of chat ${chat} is stored, but never arrived at the owner's server`),
    ...came
      .filter(({ id }) => !stored.has(id))
      .map(({ id, name, chat }) => `${name} ${id} of chat ${chat} arrived, but is not stored`),
    ...came.filter(({ isRight }) => !isRight).map(({ id, name }) => `${name} ${id} arrived with a wrong signature`),
  ];
}

/**
 * Every message that was sent to the bot got its reply, each once and in order, or moved the chat to the agents. Every message
 * that was not sent to the bot was written after that move. In a closed chat the last replies may be missing.
 */
function verifyDialogues({ chats }: Pick<StoredDay, "chats">, channelId: string): readonly string[] {
  return chats.filter((chat) => chat.channelId === channelId).flatMap(mistakesIn);
}

function mistakesIn({ chat, states, messages }: DayChat): readonly string[] {
  const mistakes: string[] = [];
  const awaited: string[] = [];
  let isWithAgents = false;
  for (const { seq, from, content, botDeliveryId } of messages) {
    const name = `message ${seq} of chat ${chat} ("${content.text}")`;
    if (from === "client" && botDeliveryId === undefined && !isWithAgents)
      mistakes.push(`${name} was not sent to the bot, and it is not for agents`);
    if (from === "client" && botDeliveryId !== undefined) {
      if (wantsPerson(content.text)) isWithAgents = true;
      else awaited.push(replyTo(content.text));
    }
    if (from === "agent") isWithAgents = true;
    if (from !== "bot") continue;
    const [next] = awaited;
    if (content.text === next) awaited.shift();
    else mistakes.push(`${name} comes where ${next === undefined ? "nothing" : `"${next}"`} was expected of the bot`);
  }
  if (isWithAgents && states.includes("with_bot")) mistakes.push(`chat ${chat} asked for an agent and is with the bot`);
  if (awaited.length > 0 && !states.includes("closed"))
    mistakes.push(`chat ${chat} got no reply: expected "${awaited[0]}"`);
  return mistakes;
}

/**
 * Every desk received every message of every chat until the end, because all desks of the day see all its channels. No desk
 * received a message that is not stored.
 */
function verifyDesks(
  { chats }: Pick<StoredDay, "chats">,
  desks: readonly DeskReport[],
  endedAtMs: number,
): readonly string[] {
  const lengths = new Map(chats.map(({ chat, messages }) => [String(chat), messages.at(-1)?.seq ?? 0]));
  return desks.flatMap(({ name, heard, strange, resyncs }) => {
    const mistakes = strange > 0 ? [`${name} was sent ${strange} frames that it could not read`] : [];
    if (resyncs > 0)
      mistakes.push(`${name} had to read everything again, although its cursor was at most a minute old`);
    for (const [chatId, seqs] of Object.entries(heard)) {
      const last = lengths.get(chatId) ?? 0;
      for (const seq of seqs.filter((one) => one > last))
        mistakes.push(`${name} received message ${seq} of chat ${chatId}, which is not stored`);
    }
    for (const { chat, messages } of chats) {
      const seqs = new Set(heard[String(chat)]);
      const missing = messages.filter(({ seq, atMs }) => atMs < endedAtMs && !seqs.has(seq));
      if (missing.length > 0)
        mistakes.push(`${name} never received message ${missing.map(({ seq }) => seq).join(", ")} of chat ${chat}`);
    }
    return mistakes;
  });
}

/** Every sent file is one message, and its download returned the same bytes. No other file is stored. */
function verifyFiles({ chats }: Pick<StoredDay, "chats">, pages: readonly PageReport[]): readonly string[] {
  const stored = new Map<string, number>();
  for (const { messages } of chats) {
    for (const { content } of messages) {
      const name = content.media?.file_name;
      if (name !== undefined) stored.set(name, (stored.get(name) ?? 0) + 1);
    }
  }
  const files = pages.flatMap((page) => page.files);
  const sent = new Set(files.map(({ name }) => name));
  return [
    ...files
      .filter(({ name }) => stored.get(name) !== 1)
      .map(({ name }) => `${name} is ${stored.get(name) ?? 0} messages, expected 1`),
    ...files.filter((file) => !file.isIntact).map(({ name }) => `${name} was not returned as it was sent`),
    ...[...stored.keys()].filter((name) => !sent.has(name)).map((name) => `${name} is stored, but nobody sent it`),
  ];
}

/** A chat whose accepting was answered is with its agent or closed. A chat whose closing was answered is closed. */
function verifySteps(
  { chats }: Pick<StoredDay, "chats">,
  accepted: readonly AgentStep[],
  closed: readonly AgentStep[],
): readonly string[] {
  const statesOf = new Map(chats.map(({ chat, states }) => [String(chat), states]));
  const wrong = (step: string, steps: readonly AgentStep[], wanted: readonly string[]): readonly string[] =>
    steps.flatMap(({ chatId }) => {
      const states = statesOf.get(chatId) ?? [];
      return states.length > 0 && states.every((state) => wanted.includes(state))
        ? []
        : [`chat ${chatId} was ${step} and is ${states.join(", ") || "nowhere"}`];
    });
  return [...wrong("accepted", accepted, ["with_agent", "closed"]), ...wrong("closed", closed, ["closed"])];
}

/** The most time between the kill and its recorded moment. */
const killSlackMs = 50;
const apiChannels: readonly string[] = [channelId, otherChannelId];

/** Checks that every answered message and step is where it must be. `errors` are the errors that the store logged when it was opened. */
export function judgeDay(day: Day, stored: StoredDay, errors: readonly string[]): readonly Check[] {
  const { customers, agents, visitors } = day.reports;
  const messages = stored.chats.reduce((sum, chat) => sum + chat.messages.length, 0);
  const answered = customers.writers.reduce((sum, writer) => sum + writer.answered, 0);
  const check = (name: string, detail: string, mistakes: readonly string[]): Check => ({
    name: `verify ${name}`,
    detail,
    mistakes: firstMistakes(mistakes),
  });
  return [
    check("answers", "nothing was refused, and nothing failed before the kill", [
      ...errors,
      ...[...customers.failures, ...agents.failures, ...visitors.failures].flatMap((failure) =>
        mistakesOf(failure, day),
      ),
      ...Object.entries(day.bot.refused).map(([status, count]) => `${count} posts of the bot were answered ${status}`),
    ]),
    check(
      "messages",
      `${answered} answered, each stored once and in the order of its customer`,
      verifyWriters(stored, customers.writers, ({ channelId: of, senderId }) =>
        apiChannels.includes(of) ? senderId : null,
      ),
    ),
    check(
      "replies",
      `${agents.replies.length} of agents answered, ${day.arrivals.length} of agents and the bot came, those of each chat in order`,
      verifyReplies(stored, agents.replies, day.arrivals, apiChannels),
    ),
    check(
      "turns",
      "each message for the bot got its reply or went to the agents",
      verifyDialogues(stored, otherChannelId),
    ),
    check(
      "steps",
      `${agents.accepted.length} chats accepted, ${agents.closed.length} closed, and so they are`,
      verifySteps(stored, agents.accepted, agents.closed),
    ),
    check(
      "events",
      `${stored.events.length} events, each came with a right signature`,
      verifyEvents(stored, day.events, agents, channelId),
    ),
    check(
      "desks",
      `each of ${day.desks.length} received all ${messages} messages, one of them by reading everything again`,
      verifyDesks(stored, day.desks, day.endedAtMs),
    ),
    check(
      "pages",
      `${day.pages.length} wrote, each message stored once and in order; each received all messages of its chats`,
      verifyPages(stored, day.pages, widgetChannelId, day.endedAtMs),
    ),
    check(
      "files",
      `${day.pages.reduce((sum, { files }) => sum + files.length, 0)} sent, each one message and returned unchanged`,
      verifyFiles(stored, day.pages),
    ),
    check("rest", `${stored.actors.length} actors, none in an unfinished state`, [
      ...(Number.isNaN(day.restMs) ? ["something was still on its way when the wait ended"] : []),
      ...verifyRest(stored),
    ]),
  ];
}

/** A failure that the kill of the service caused is no mistake. */
function mistakesOf({ kind, status, atMs }: Failure, { boundsMs }: Day): readonly string[] {
  const killedAtMs = boundsMs.at(-1) ?? 0;
  if (status === null && atMs >= killedAtMs - killSlackMs) return [];
  return [`a ${kind} was answered ${status ?? "nothing"}, ${(killedAtMs - atMs).toFixed(0)} ms before the kill`];
}
