import t from "tap";
import type { ReopenRequested } from "../../../machines/chat/chat.types.ts";
import { asChatId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { runTable } from "../table.ts";
import { botChat, botLeft, offered, storedLine, toBot, unstaffedChat, withBot } from "./chat-bot-steps.ts";
import { blacklist, reports } from "./chat-report-steps.ts";
import {
  accept,
  accepted,
  botNotice,
  chat,
  client,
  close,
  closed,
  endedBy,
  id,
  kim,
  lee,
  nothing,
  openedTell,
  received,
  refused,
  reply,
  reportReopened,
  reportUpdated,
  t0,
  waiting,
} from "./chat-steps.ts";

const windowMs = 600_000;
const closedAtMs = t0 + 900;
const reopen = (facts: Partial<ReopenRequested> = {}): ReopenRequested => ({
  type: "chat.reopen-requested",
  nowMs: t0 + 2_000,
  agent: lee,
  notice: botNotice("reopen"),
  messageId: asMessageId("reopened-1"),
  windowMs,
  isChannelOpen: true,
  standing: { client, openChatId: null },
  ...facts,
});
const expired = { type: "chat.expired", nowMs: t0 + 900, seenUpdatedAtMs: t0 + 1, waitedDays: 30 } as const;
const expires: ActorEvent = { ...expired, lineId: asMessageId("expired") };
const line = (seq: number): Effect => storedLine(seq, "reopened-1", "Lee opened the chat again.", t0 + 2_000);
const kept = (facts = client): Effect => ({ type: "effect.client.store", client: facts, openChatId: id });
const reopened = reportReopened(t0 + 2_000);
const acceptance: Effect = {
  type: "effect.report.make",
  nowMs: t0 + 2_000,
  report: { event: "chat_accepted", agentId: lee.id },
};
const notClosed = refused('The chat is not closed; "open again" is for a closed chat.');
const tooLate = (time: string) =>
  refused(`The chat was closed too long ago; "open again" is possible for ${time} after it was closed.`);
const blocked = refused('The client is on the blacklist; "open again" is not possible.');
const onBlacklist = { ...client, isBlacklisted: true };
const renamed = { ...client, name: "Ann", chatsCount: 2 };

const refusals: readonly (readonly [rule: string, given: readonly ActorEvent[], when: ActorEvent, Effect])[] = [
  ["over ten minutes after it was closed", closed, reopen({ nowMs: closedAtMs + windowMs + 1 }), tooLate("10 minutes")],
  ["a shorter limit counts", closed, reopen({ windowMs: 1_000 }), tooLate("1 second")],
  [
    "its client has another open chat: one client has one",
    closed,
    reopen({ standing: { client, openChatId: asChatId("13") } }),
    refused('The client has another open chat by now, 13; "open again" would give it two.'),
  ],
  [
    "its channel is off",
    closed,
    reopen({ isChannelOpen: false }),
    refused('The chat\'s channel is switched off or removed; "open again" needs a channel that is on.'),
  ],
  ["the client is on the blacklist", closed, reopen({ standing: { client: onBlacklist, openChatId: null } }), blocked],
  [
    "nobody closed it, it waited too long",
    [...waiting, expires],
    reopen(),
    refused(
      'The service closed the chat because it waited too long for an answer; "open again" is for a chat that an agent closed.',
    ),
  ],
];

runTable(t, {
  ...chat,
  tests: {
    "[CH-23, WH-14] a closed chat is opened again": [
      {
        name: "a closed chat is the agent's who opens it again, and its client's open one",
        given: closed,
        when: reopen(),
        state: "with_agent",
        effects: [nothing, line(2), kept(), reopened],
        context: { agent: lee, agentIds: [kim.id, lee.id], closedAtMs: null, unread: 0, lastSeq: 2, bot: null },
      },
      {
        name: "at the end of its ten minutes it still can be",
        given: closed,
        when: reopen({ nowMs: closedAtMs + windowMs }),
        state: "with_agent",
        effects: [
          nothing,
          storedLine(2, "reopened-1", "Lee opened the chat again.", closedAtMs + windowMs),
          kept(),
          reportReopened(closedAtMs + windowMs),
        ],
      },
      {
        name: "what became known of the client meanwhile is the chat's, and told",
        given: closed,
        when: reopen({ standing: { client: renamed, openChatId: null } }),
        state: "with_agent",
        effects: [reportUpdated(t0 + 2_000, lee), line(2), kept(renamed), reopened],
        context: { client: renamed },
      },
      {
        name: "nobody had accepted it: opening it again is accepting",
        given: [...waiting, close(kim)],
        when: reopen(),
        state: "with_agent",
        effects: [acceptance, nothing, line(2), kept(), reopened],
        context: { agentIds: [kim.id, lee.id] },
      },
      {
        name: "a client of whom there is no record is as the chat knows it",
        given: closed,
        when: (({ standing: _, ...event }) => event)(reopen()),
        state: "with_agent",
        effects: [nothing, line(2), kept(), reopened],
        context: { client },
      },
      {
        name: "what its agents wrote before is still delivered, one at a time",
        given: [...accepted, reply(1), reply(2), close(kim), reopen()],
        when: endedBy(1, true),
        state: "with_agent",
        effects: [{ type: "effect.actor.tell", tells: [openedTell(2, t0 + 500)] }],
        context: { lane: { active: "D2", waiting: [] } },
      },
      {
        name: "closed once more, its end is told once more, and it may be opened again anew",
        given: [...closed, reopen(), close(lee)],
        when: reopen({ messageId: asMessageId("reopened-2") }),
        state: "with_agent",
        effects: [nothing, storedLine(3, "reopened-2", "Lee opened the chat again.", t0 + 2_000), kept(), reopened],
      },
    ],
    "what cannot be opened again": [
      ...(
        [
          ["waiting", waiting],
          ["with an agent", accepted],
          ["with the agent who asks", [...waiting, accept(lee)]],
          ["blocked", [...waiting, blacklist(true)]],
          ["open again already", [...closed, reopen()]],
        ] as const
      ).map(([where, given]) => ({
        name: `a chat that is ${where} is not opened again`,
        given,
        when: reopen(),
        state: where === "waiting" || where === "blocked" ? where : "with_agent",
        effects: [notClosed],
      })),
      ...refusals.map(([rule, given, when, refusal]) => ({
        name: `it is refused, saying why: ${rule}`,
        given,
        when,
        state: "closed",
        effects: [refusal],
      })),
    ],
  },
});

const tellsBot = toBot({ type: "chat.reopened", nowMs: t0 + 2_000, notice: botNotice("reopen") });
runTable(t, {
  ...botChat,
  tests: {
    "[BOT-44] a chat with a bot is opened again": [
      {
        name: "the bot had the chat when it was closed: its conversation hears of the first agent",
        given: [...withBot, close(kim)],
        when: reopen(),
        state: "with_agent",
        effects: [acceptance, tellsBot, line(2), kept(), reopened],
        context: { bot: "left" },
      },
      {
        name: "a chat that was offered when it was closed is no other",
        given: [...withBot, offered, close(kim)],
        when: reopen(),
        state: "with_agent",
        effects: [acceptance, tellsBot, line(2), kept(), reopened],
      },
      {
        name: "an agent had the chat before: the bot hears nothing more",
        given: [...withBot, accept(kim), close(kim)],
        when: reopen(),
        state: "with_agent",
        effects: [nothing, line(3), kept(), reopened],
      },
      {
        name: "a line tells of what the bot is told",
        given: [...withBot, close(kim), reopen()],
        when: { type: "bot.notified", nowMs: t0 + 2_000, notice: botNotice("reopen") },
        state: "with_agent",
        effects: [
          storedLine(3, "line-reopen", "The bot is notified that an agent has the chat.", t0 + 2_000, "Breopen"),
        ],
      },
    ],
    "a chat with a bot that is not closed is not opened again": [
      ...(
        [
          ["with the bot", withBot, "with_bot"],
          ["unstaffed", unstaffedChat, "unstaffed"],
          ["left by its bot", [...withBot, botLeft], "waiting"],
        ] as const
      ).map(([where, given, state]) => ({
        name: `a chat that is ${where} is not opened again`,
        given,
        when: reopen(),
        state,
        effects: [notClosed],
      })),
    ],
  },
});

t.test("the owner's server is notified of each closing, in order, and of no reopening", async (t) => {
  const course = [received(1), accept(kim), close(kim), reopen(), received(2), close(lee)];
  t.strictSame(reports(course), ["chat_accepted by 1", "chat_finished by 1", "chat_finished by 1 and 2"]);
});
