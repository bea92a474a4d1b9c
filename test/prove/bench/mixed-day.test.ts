import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { replyTo } from "../../../bench/load/clients/turns.ts";
import { dayText, textToBot } from "../../../bench/load/day/day-texts.ts";
import { momentsOf } from "../../../bench/load/day/schedule.ts";
import { channelId, otherChannelId, widgetChannelId } from "../../../bench/load/service/service.ts";
import { contestantsOf, figuresOf, joinTimes } from "../../../bench/scenarios/day/day-figures.ts";
import type { Day } from "../../../bench/scenarios/day/day-run.ts";
import { boundsOf, pacesOf, phases } from "../../../bench/scenarios/day/day-table.ts";
import { judgeDay } from "../../../bench/scenarios/day/judge-day.ts";
import type { DayChat, StoredDay } from "../../../bench/scenarios/day/verify/stored-day.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import { asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import { createRandom } from "../../system/harness/random.ts";
import { mistakeIn, runBench } from "./run-bench.ts";

t.setTimeout(500_000);

type From = ChatMessage["from"];
interface Said {
  readonly from: From;
  readonly text: string;
  /** The message was sent to the bot. */
  readonly isForBot?: true;
  readonly file?: string;
}

const idOf = (chat: number, seq: number): string => `message-${chat}-${seq}`;
const chatOf = (chat: number, channel: string, senderId: string, state: string, said: readonly Said[]): DayChat => ({
  chat,
  channelId: channel,
  senderId,
  states: [state],
  messages: said.map(({ from, text, isForBot, file }, at) => ({
    seq: at + 1,
    id: asMessageId(idOf(chat, at + 1)),
    from,
    content: { type: "text", text, media: file === undefined ? null : { file_name: file } },
    agentId: null,
    atMs: 1,
    externalId: null,
    deliveryId: null,
    ...(isForBot === true ? { botDeliveryId: asDeliveryId("told") } : {}),
  })),
});
const client = (text: string): Said => ({ from: "client", text });
const toBot = (text: string): Said => ({ from: "client", text, isForBot: true });
const fileOf = (file: string): Said => ({ from: "client", text: "", file });
const agent = (text: string): Said => ({ from: "agent", text });
const bot = (text: string): Said => ({ from: "bot", text });

/** This customer's first message asks for a person. */
const asker = 24;
const [askerName, question] = [`b${asker}`, textToBot("b0", 0, 0)] as const;
const fileName = "v0-file-0.txt";
const chats: readonly DayChat[] = [
  chatOf(1, channelId, "c0", "closed", [client(dayText("c0", 0)), agent("Hello."), agent("And bye.")]),
  chatOf(2, channelId, "c0", "waiting", [client(dayText("c0", 1))]),
  chatOf(3, otherChannelId, "b0", "with_bot", [toBot(question), bot(replyTo(question))]),
  chatOf(4, otherChannelId, askerName, "with_agent", [toBot(textToBot(askerName, asker, 0)), agent("Yes?")]),
  chatOf(5, widgetChannelId, "a hash", "with_agent", [client(dayText("v0", 0)), agent("Welcome."), fileOf(fileName)]),
];
const stored: StoredDay = {
  chats,
  actors: [
    ...chats.map(({ chat, states }) => ({ key: `chat/${chat}`, state: states[0] ?? "" })),
    { key: "bot/3", state: "with_bot" },
    { key: "bot/4", state: "with_agent" },
    { key: "delivery/1", state: "delivered" },
  ],
  events: [
    { chat: 1, id: "event-1" },
    { chat: 1, id: "event-2" },
  ],
  open: [{ senderId: "c0", chat: 2 }],
};

const boundsMs = [0, 10, 20, 30, 40, 50];
const arrival = (channel: string, recipient: string, chat: number, seq: number) => ({
  channelId: channel,
  recipient,
  messageId: idOf(chat, seq),
  text: chats[chat - 1]?.messages[seq - 1]?.content.text ?? "",
  atMs: 14,
});
const reply = (chat: number, seq: number) => ({
  chatId: String(chat),
  seq,
  messageId: idOf(chat, seq),
  text: chats[chat - 1]?.messages[seq - 1]?.content.text ?? "",
  dueAtMs: 12,
});
const report = { times: {}, failures: [], idle: {} };
const event = (id: string, name: string) => ({ id, name, chat: 1, isRight: true, atMs: 15 });
/** The last message of c0 was stored and never answered. One reply arrived twice. A status query failed because of the kill. */
const day: Day = {
  folder: "",
  boundsMs,
  costs: [],
  reports: {
    customers: {
      ...report,
      failures: [{ kind: "status", status: null, atMs: 51 }],
      writers: [
        { name: "c0", sent: 2, answered: 1 },
        { name: "b0", sent: 1, answered: 1 },
        { name: askerName, sent: 1, answered: 1 },
      ],
    },
    agents: {
      ...report,
      accepted: [1, 4, 5].map((chat) => ({ chatId: String(chat), dueAtMs: 11 })),
      closed: [{ chatId: "1", dueAtMs: 13 }],
      replies: [reply(1, 2), reply(1, 3), reply(4, 2), reply(5, 2)],
    },
    visitors: report,
  },
  bot: { refused: {}, unsaid: 0 },
  desks: [
    { name: "desk 0", heard: { 1: [1, 2, 3], 2: [1], 3: [1, 2], 4: [1, 2], 5: [1, 2, 3] }, resyncs: 0, strange: 0 },
  ],
  pages: [
    {
      name: "v0",
      sent: 1,
      answered: 1,
      heard: [1, 2, 3].map((seq) => ({ chatId: "5", seq, atMs: 16 })),
      files: [{ name: fileName, isIntact: true }],
    },
  ],
  arrivals: [
    arrival(channelId, "c0", 1, 2),
    arrival(otherChannelId, "b0", 3, 2),
    arrival(channelId, "c0", 1, 3),
    arrival(channelId, "c0", 1, 2),
    arrival(otherChannelId, askerName, 4, 2),
  ],
  events: [event("event-1", "chat_accepted"), event("event-2", "chat_finished"), event("event-1", "chat_accepted")],
  restMs: 1_000,
  endedAtMs: 100,
};

/** Returns the mistakes, by the name of the check. */
const mistakesIn = (changedDay: Day, changedStore: StoredDay): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    judgeDay(changedDay, changedStore, [])
      .filter(({ mistakes }) => mistakes.length > 0)
      .map(({ name, mistakes }) => [name, mistakes]),
  );
/** The store, in which the chat of this number is changed. */
const withChat = (number: number, change: (chat: DayChat) => DayChat): StoredDay => ({
  ...stored,
  chats: chats.map((chat) => (chat.chat === number ? change(chat) : chat)),
});
const without = (number: number, seq: number): StoredDay =>
  withChat(number, (chat) => ({ ...chat, messages: chat.messages.filter((message) => message.seq !== seq) }));
const twice = (number: number, seq: number): StoredDay =>
  withChat(number, (chat) => ({
    ...chat,
    messages: chat.messages.flatMap((message) => (message.seq === seq ? [message, message] : [message])),
  }));
const inState = (key: string, state: string): StoredDay => ({
  ...stored,
  actors: stored.actors.map((actor) => (actor.key === key ? { key, state } : actor)),
});

t.test("a day without losses has no mistakes", async (t) => {
  t.same(mistakesIn(day, stored), {});
});

t.test("the check of each promise finds its loss in the store", async (t) => {
  const found = (changed: StoredDay) => mistakesIn(day, changed);
  const firstLost = withChat(1, (chat) => ({ ...chat, messages: [] }));
  t.match(found(firstLost), { "verify messages": [/is "Message 000001 of c0.*where number 0 of c0 was expected/] });
  t.match(found(without(3, 1)), {
    "verify messages": [/message 2 of chat 3 comes where 1 was expected/, /0 messages of b0/],
  });
  t.match(found(twice(2, 1)), {
    "verify messages": [/where 2 was expected/, /where number 2 of c0 was expected/, /^3 messages/],
  });
  t.match(found({ ...stored, chats: [...chats, chatOf(6, channelId, "c9", "waiting", [])] }), {
    "verify messages": [/chat 6 belongs to c9, who never wrote/],
  });
  t.match(found(without(1, 3)), { "verify replies": [/"And bye." is not message 3 of chat 1/, /nobody wrote it/] });
  t.match(found(without(3, 2)), { "verify turns": [/chat 3 got no reply: expected "You wrote: Message 000000 of b0/] });
  t.match(found(twice(3, 2)), { "verify turns": [/comes where nothing was expected of the bot/] });
  t.match(found(without(5, 1)), {
    "verify pages": [
      /comes where 1 was/,
      /comes where 2 was/,
      /0 messages of v0/,
      /received message 1 of chat 5, which is not stored/,
    ],
  });
  t.match(found(without(5, 3)), {
    "verify desks": ["desk 0 received message 3 of chat 5, which is not stored"],
    "verify pages": [/received message 3 of chat 5, which is not stored/],
    "verify files": ["v0-file-0.txt is 0 messages, expected 1"],
  });
});

t.test("a turn without an end and all unfinished work are found", async (t) => {
  const found = (changed: StoredDay) => mistakesIn(day, changed);
  const stuck = withChat(4, (chat) => ({ ...chat, states: ["with_bot"] }));
  t.match(found(stuck), {
    "verify turns": [/chat 4 asked for an agent and is with the bot/],
    "verify rest": [/chat 4 is with_agent and listed as with_bot/],
  });
  const untold = withChat(3, ({ messages, ...chat }) => ({
    ...chat,
    messages: messages.map(({ botDeliveryId: _, ...message }) => message),
  }));
  t.match(found(untold), {
    "verify turns": [/was not sent to the bot, and it is not for agents/, /nothing was expected/],
  });
  const open = withChat(1, (chat) => ({ ...chat, states: ["with_agent"] }));
  t.match(found(open), { "verify steps": ["chat 1 was closed and is with_agent"] });
  t.match(
    mistakesIn(
      day,
      withChat(5, (chat) => ({ ...chat, states: ["waiting"] })),
    ),
    {
      "verify steps": ["chat 5 was accepted and is waiting"],
    },
  );
  t.match(found(inState("delivery/1", "attempting")), {
    "verify rest": ["delivery/1 is attempting, expected delivered"],
  });
  t.match(found(inState("bot/3", "ended")), { "verify rest": [/bot\/3 is ended/, /chat 3 is with_bot while/] });
  t.match(found({ ...stored, actors: stored.actors.filter(({ key }) => key !== "chat/2") }), {
    "verify rest": ["chat 2 is nowhere and listed as waiting", "the open chat of c0 is 2, which is nowhere"],
  });
  t.match(found({ ...stored, open: [{ senderId: "c0", chat: 1 }] }), { "verify rest": [/is 1, which is closed/] });
  t.match(mistakesIn({ ...day, restMs: Number.NaN }, stored), { "verify rest": [/still on its way/] });
});

t.test("what never arrived at the customer system, the owner, a desk or a page is found", async (t) => {
  const found = (changed: Partial<Day>) => mistakesIn({ ...day, ...changed }, stored);
  const [first, ofBot, second] = day.arrivals;
  if (first === undefined || ofBot === undefined || second === undefined) throw new Error("Three replies came first");
  const others = day.arrivals.slice(4);
  t.match(found({ arrivals: [first, second, ...others] }), {
    "verify replies": [/message 2 of chat 3 .*never arrived/],
  });
  t.match(found({ arrivals: [second, first, ofBot, ...others] }), {
    "verify replies": [/message 3 of chat 1|written earlier/],
  });
  t.match(found({ arrivals: [...day.arrivals, { ...first, recipient: "c1" }].toReversed() }), {
    "verify replies": [/arrived for c1 of BENCH00001, not for c0/],
  });
  t.match(found({ events: day.events.slice(0, 1) }), {
    "verify events": [/chat_finished of chat 1 never arrived/, /event event-2 of chat 1 is stored, but never arrived/],
  });
  t.match(found({ events: day.events.map((one) => ({ ...one, isRight: one.id !== "event-2" })) }), {
    "verify events": [/chat_finished of chat 1 never arrived/, /event-2/, /event-2 arrived with a wrong signature/],
  });
  t.match(found({ events: [...day.events, event("event-3", "chat_updated")] }), {
    "verify events": ["chat_updated event-3 of chat 1 arrived, but is not stored"],
  });
  const [desk] = day.desks;
  const [page] = day.pages;
  if (desk === undefined || page === undefined) throw new Error("There is a desk, and a page");
  t.match(found({ desks: [{ ...desk, strange: 1, heard: { ...desk.heard, 1: [1, 3] } }] }), {
    "verify desks": [/1 frames that it could not read/, "desk 0 never received message 2 of chat 1"],
  });
  t.match(found({ desks: [{ ...desk, resyncs: 1 }] }), { "verify desks": [/desk 0 had to read everything again/] });
  t.same(found({ desks: [{ ...desk, heard: {} }], pages: [{ ...page, heard: [] }], endedAtMs: 1 }), {}, "said later");
  t.match(found({ pages: [{ ...page, sent: 2, heard: page.heard.slice(1) }] }), {
    "verify pages": [/1 of 2 messages of v0 never got an answer/, /never received message 1 of chat 5/],
  });
  t.match(found({ pages: [{ ...page, files: [{ name: fileName, isIntact: false }] }] }), {
    "verify files": ["v0-file-0.txt was not returned as it was sent"],
  });
  t.match(found({ pages: [{ ...page, files: [] }] }), {
    "verify files": ["v0-file-0.txt is stored, but nobody sent it"],
  });
});

t.test("refused requests, and failures before the kill, are found", async (t) => {
  const { customers } = day.reports;
  const failing = (status: number | null, atMs: number) => ({
    ...day,
    reports: { ...day.reports, customers: { ...customers, failures: [{ kind: "message", status, atMs }] } },
  });
  t.match(mistakesIn(failing(null, -100), stored), {
    "verify answers": [/message was answered nothing, 150 ms before/],
  });
  t.match(mistakesIn(failing(502, 60), stored), { "verify answers": [/message was answered 502/] });
  t.match(mistakesIn({ ...day, bot: { refused: { 400: 2 }, unsaid: 0 } }, stored), {
    "verify answers": ["2 posts of the bot were answered 400"],
  });
  t.match(judgeDay(day, stored, ["A page of the store is damaged."])[0], { mistakes: [/damaged/] });
});

t.test("moments follow the day's curve, and equal seeds give equal moments", async (t) => {
  const { message = [] } = pacesOf(200, 10_000);
  const moments = [...momentsOf(message, createRandom(7))].filter((atMs) => atMs < 200_000);
  t.same(moments, [...momentsOf(message, createRandom(7))].slice(0, moments.length));
  t.same(
    moments,
    moments.toSorted((left, right) => left - right),
  );
  const bounds = boundsOf(200);
  for (const [at, { name, level, share }] of phases.entries()) {
    const count = moments.filter((atMs) => atMs >= (bounds[at] ?? 0) && atMs < (bounds[at + 1] ?? 0)).length;
    const wanted = 200 * level * share * 200;
    t.ok(Math.abs(count - wanted) < 5 * Math.sqrt(wanted), `${name}: ${count} moments, about ${wanted}`);
  }
  t.same([...momentsOf([{ fromMs: 0, untilMs: 1_000, perSecond: 0 }], createRandom(1))], []);
  t.match(mistakeIn(["--day-seconds", "1"]), /--day-seconds.*'1'.*integer from 2 to 3600/);
});

t.test("figures: a time belongs to the phase in which it was due; a reply's ends at its arrival", async (t) => {
  const times = joinTimes(day);
  t.same(
    times["delivery"],
    [2, 2, 2].map((tookMs) => [12, tookMs]),
  );
  t.same(times["page delivery"], [[12, 4]]);
  t.same(times["event"], [
    [11, 4],
    [13, 2],
  ]);
  const cost = { seconds: 1, mainUs: 300, cpuUs: 600, rssStartMib: 1, rssPeakMib: 3, rssEndMib: 2 };
  const costs = ["a", "b"].map((name, at) => ({ ...cost, name, longestStopMs: at, stopP99Ms: 0 }));
  const rows = contestantsOf(
    {
      status: [
        [5, 1],
        [15, 2],
        [16, 4],
        [51, 9],
      ],
    },
    costs,
    [0, 10, 20],
  );
  t.same(
    rows.map(({ name, rounds: [figures] }) => [
      name,
      figures?.["count"],
      figures?.["maxMs"],
      figures?.["cpuUsPerRequest"],
    ]),
    [
      ["a", 1, undefined, 600],
      ["  status", 1, 1, undefined],
      ["b", 2, undefined, 300],
      ["  status", 2, 4, undefined],
      ["the day", 3, undefined, 400],
      ["  status", 3, 4, undefined],
    ],
  );
  const thousand = Array.from({ length: 1_000 }, (_, at) => at + 1);
  t.same(figuresOf(thousand), { count: 1_000, p50Ms: 500, p99Ms: 990, p999Ms: 999, maxMs: 1_000 });
});

t.test("mixed-day: the service is killed in the evening of a short day, and nothing is lost", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-test-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const json = join(folder, "figures.json");
  const sizes = ["--day-seconds", "3", "--chats", "1500"];
  const { status, stdout, stderr } = await runBench("--only", "mixed-day", ...sizes, "--json", json);
  t.equal(status, 0, `${stdout}\n${stderr}`);
  t.match(stdout, /^mixed-day: a working day in 3 s, 1500 chats/m);
  for (const { name } of phases) t.match(stdout, new RegExp(`^ {2}${name} +\\d+ `, "m"));
  t.match(stdout, /^ {2}customer messages over the day: p99 +<= 10 ms +[\d.]+ ms +(ok|MISS)$/m);
  t.match(stdout, /^ {2}bot turns over the day: p99 +<= 30 ms +[\d.]+ ms +(ok|MISS)$/m);
  for (const name of ["answers", "messages", "replies", "turns", "steps", "events", "desks", "pages", "files", "rest"])
    t.match(stdout, new RegExp(`^ {2}verify ${name}: ok, `, "m"));

  const { contestants } = JSON.parse(readFileSync(json, "utf8")).results["mixed-day"];
  const ofDay = contestants.slice(contestants.findIndex(({ name }: { name: string }) => name === "the day"));
  const time = { count: Number, p50Ms: Number, p99Ms: Number, p999Ms: Number, maxMs: Number };
  for (const name of ["message", "message to bot", "turn", "status", "accept", "begun late"])
    t.match(ofDay.find((row: { name: string }) => row.name === `  ${name}`)?.rounds, [time], name);
  t.match(ofDay[0].rounds, [
    { cpuUsPerRequest: Number, mainUsPerRequest: Number, rssPeakMib: Number, longestStopMs: Number },
  ]);
});
