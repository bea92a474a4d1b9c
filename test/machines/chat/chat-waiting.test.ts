import t from "tap";
import type { ChatContext, ChatInput } from "../../../machines/chat/chat.types.ts";
import { asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { replied, says } from "../bot-conversation/bot-steps.ts";
import { Cell } from "../cells.ts";
import { runTable, ways } from "../table.ts";
import { asks, botLeft, botSaid, noStaff, offered } from "./chat-bot-steps.ts";
import { blacklist, transferTo } from "./chat-report-steps.ts";
import {
  accept,
  accepted,
  chat,
  client,
  forgetTyping,
  input,
  kim,
  lee,
  nothing,
  publish,
  received,
  reply,
  t0,
  waiting,
} from "./chat-steps.ts";

/** An event, then the start of the client's wait (counted from `t0`), and the number of lines after the last exchanged message. */
type Moment = readonly [event: ActorEvent, waitingSince: number | null, linesBehind: number];

const note: ActorEvent = {
  type: "chat.note-requested",
  nowMs: t0 + 60,
  agent: kim,
  message: { id: asMessageId("note"), text: "between us" },
};
const invited: ActorEvent = { ...received(1), invitation: { id: asMessageId("invite"), text: "May I help?" } };
/** A message of which a chat channel can show no part. */
const unsent = replied({ ...says(9), outward: null }, true);
const withBot = { ...input, bot: "connected" } as const;
const inWidget = { ...input, surface: "widget" } as const;

const courses: readonly { readonly name: string; readonly input: ChatInput; readonly moments: readonly Moment[] }[] = [
  {
    name: "a client waits from its first message to a reply, also when the chat changes its agent",
    input,
    moments: [
      [received(1), 1, 0],
      [received(2), 1, 0],
      [accept(kim), 1, 0],
      [note, 1, 1],
      [received(3), 1, 0],
      [reply(1), null, 0],
      [note, null, 1],
      [note, null, 2],
      [received(4), 4, 0],
      [transferTo(lee), 4, 1],
      [accept(lee), 4, 1],
      [reply(2, lee), null, 0],
    ],
  },
  { name: "an invitation is no message", input, moments: [[invited, 1, 0]] },
  {
    name: "a reply in the widget answers as well",
    input: inWidget,
    moments: [
      [received(1), 1, 0],
      [accept(kim), 1, 0],
      [reply(1), null, 0],
    ],
  },
  {
    name: "the bot answers while it has the chat, later only a person does",
    input: withBot,
    moments: [
      [asks(1), 1, 0],
      [asks(2), 1, 0],
      [botSaid(1), null, 0],
      [asks(3), 3, 0],
      [offered, 3, 0],
      [botSaid(2), 3, 0],
      [noStaff, 3, 1],
      [botSaid(3), 3, 0],
      [accept(kim), 3, 1],
      [replied(says(4), false), 3, 2],
      [reply(5), null, 0],
    ],
  },
  {
    name: "after the bot answered everything, the client waits from the bot's offer",
    input: withBot,
    moments: [
      [asks(1), 1, 0],
      [botSaid(1), null, 0],
      [offered, 200, 0],
      [asks(300), 200, 0],
    ],
  },
  {
    name: "a bot's message that the client did not get is no answer; one that is sent or shown in the widget is",
    input: withBot,
    moments: [
      [asks(1), 1, 0],
      [unsent, 1, 1],
      [botSaid(1), null, 0],
    ],
  },
  {
    name: "the widget shows all of it",
    input: { ...withBot, surface: "widget" },
    moments: [
      [asks(1), 1, 0],
      [unsent, null, 0],
    ],
  },
  {
    name: "no client waits after a bot that answered everything has left",
    input: withBot,
    moments: [
      [asks(1), 1, 0],
      [botSaid(1), null, 0],
      [botLeft, null, 1],
      [asks(2), 2, 0],
    ],
  },
  {
    name: "messages of a client on the blacklist wait for nobody",
    input,
    moments: [
      [received(1), 1, 0],
      [blacklist(true), 1, 1],
      [received(2), 1, 0],
      [blacklist(false), 1, 1],
    ],
  },
];

t.test("[BOT-38, BOT-39, WH-20] since when a client waits, and how many lines came after", async (t) => {
  for (const { name, input, moments } of courses)
    for (const [way, between] of ways) {
      let cell = Cell.create(chat.actor, chat.conversation, input);
      cell.takeEffects();
      for (const [index, [event, waitingSince, linesBehind]] of moments.entries()) {
        cell = between(cell);
        const effects = cell.step(event);
        const moment = `${name} (${way}): ${index} ${event.type}`;
        const isRefused = effects.some(({ type }) => type === "effect.request.refuse");
        t.notOk(isRefused, `${moment} is not refused`);
        const { visit } = cell.context as ChatContext;
        const waitingSinceMs = waitingSince === null ? null : t0 + waitingSince;
        const seen = { waitingSinceMs: visit.waitingSinceMs, linesBehind: visit.linesBehind };
        t.strictSame(seen, { waitingSinceMs, linesBehind }, moment);
      }
    }
});

const expired = (seenUpdatedAtMs: number): ActorEvent => ({
  type: "chat.expired",
  nowMs: t0 + 850,
  seenUpdatedAtMs,
  waitedDays: 30,
  lineId: asMessageId("line-expired"),
});
const expiredLine: Effect = {
  type: "effect.message.store",
  message: {
    seq: 2,
    id: asMessageId("line-expired"),
    from: "system",
    content: { type: "event", text: "No agent answered for 30 days; the chat is closed.", media: null },
    agentId: null,
    atMs: t0 + 850,
    externalId: null,
    deliveryId: null,
  },
};

runTable(t, {
  ...chat,
  tests: {
    "[WH-17] a chat that nobody answered is closed and reported to nobody": [
      {
        name: "a chat that nobody answered is closed, with a line, and reported to nobody",
        given: waiting,
        when: expired(t0 + 1),
        state: "closed",
        effects: [
          expiredLine,
          nothing,
          nothing,
          { type: "effect.client.store", client, openChatId: null },
          publish,
          forgetTyping,
          nothing,
        ],
        context: { closedAtMs: t0 + 850, agentIds: [], lastSeq: 2 },
      },
      {
        name: "nothing is closed that changed since it was found",
        given: [...waiting, note],
        when: expired(t0 + 1),
        state: "waiting",
        effects: [],
      },
      {
        name: "nothing is closed that an agent has",
        given: accepted,
        when: expired(t0 + 50),
        state: "with_agent",
        effects: [],
      },
    ],
  },
});
