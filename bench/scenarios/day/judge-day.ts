import type { Failure } from "../../load/day/day-orders.ts";
import { channelId, otherChannelId, widgetChannelId } from "../../load/service/service.ts";
import type { Check } from "../scenario.types.ts";
import { firstMistakes } from "../verify/every-row.ts";
import type { Day } from "./day-run.ts";
import type { StoredDay } from "./verify/stored-day.ts";
import { verifyDesks } from "./verify/verify-desks.ts";
import { verifyDialogues } from "./verify/verify-dialogues.ts";
import { verifyEvents } from "./verify/verify-events.ts";
import { verifyFiles } from "./verify/verify-files.ts";
import { verifyPages } from "./verify/verify-pages.ts";
import { verifyReplies } from "./verify/verify-replies.ts";
import { verifyRest } from "./verify/verify-rest.ts";
import { verifySteps } from "./verify/verify-steps.ts";
import { verifyWriters } from "./verify/verify-writers.ts";

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
