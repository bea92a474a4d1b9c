import t from "tap";
import type { DeskAgent, DeskChat, DeskMessage } from "../../../src/codec/desk/desk.ts";
import type { DeskAttempt } from "../../../src/codec/desk/desk-log.ts";
import type { DeskChannel } from "../../../src/codec/desk/desk-surroundings.ts";
import { fillCanned, findQuery, matchCanned } from "../../../src/web/desk/conversation/composer/canned.ts";
import { emojiGroups, findEmoji } from "../../../src/web/desk/conversation/composer/emoji-list.ts";
import { codePointsOf } from "../../../src/web/desk/conversation/composer/length.ts";
import { ticksOf, toSeries } from "../../../src/web/desk/conversation/delivery/attempt-series.ts";
import { describeDelivery } from "../../../src/web/desk/conversation/delivery/delivery-words.ts";
import { toRows } from "../../../src/web/desk/conversation/log/rows.ts";
import { buttonStates, coordinatesOf, lengthOf } from "../../../src/web/desk/conversation/message/message-facts.ts";
import { offersOf } from "../../../src/web/desk/conversation/offers.ts";
import { receiversOf } from "../../../src/web/desk/conversation/receivers.ts";
import { sizeOf } from "../../../src/web/desk/parts/size-of.ts";
import { emojiTexts } from "../../../src/web/desk/texts/en/emoji.ts";
import { standIn } from "../stand-in.ts";

const message = (seq: number, more: Partial<DeskMessage> = {}): DeskMessage => ({
  seq,
  id: `m${seq}`,
  from: "client",
  type: "text",
  text: `text ${seq}`,
  parts: [],
  fallback: null,
  buttons: [],
  buttonId: null,
  hidden: false,
  agentId: null,
  at: seq * 1_000,
  delivery: null,
  ...more,
});

t.test("messages are grouped by sender and minute under their day, with a line above the new messages", async (t) => {
  const dayMs = 86_400_000;
  const rows = toRows(
    [
      message(1),
      message(2),
      message(3, { from: "agent", agentId: 1 }),
      message(4, { from: "agent", agentId: 1, type: "note" }),
      message(5, { from: "agent", agentId: 2 }),
      message(6, { at: dayMs }),
      message(7, { at: dayMs + 1 }),
      message(8, { at: dayMs + 61_000 }),
    ],
    7,
    (atMs) => Math.floor(atMs / dayMs),
  );
  const drawn = rows.map((row) =>
    row.kind === "message" ? `${row.message.seq}${row.isNamed ? " named" : ""}${row.isLast ? " last" : ""}` : row.kind,
  );
  t.same(drawn, [
    ...["day", "1 named", "2 last", "3 named last", "4 named last", "5 named last"],
    ...["day", "6 named", "unread", "7 named last", "8 last"],
  ]);
});

const me: DeskAgent = { id: 1, name: "Kim", email: "", phone: null, photo: null, departments: [], role: "agent" };
const chatIn = (state: string, agent: DeskChat["agent"] = null, blacklisted = false): DeskChat =>
  ({ state, agent, client: { blacklisted } }) as DeskChat;

t.test(
  "[BOT-44] the allowed actions of a chat follow from its state, and each forbidden action gives a reason",
  async (t) => {
    const own = { id: 1, name: "Kim" };
    const others = { id: 2, name: "Lee" };
    const shown = (chat: DeskChat, agent = me): readonly string[] => {
      const { reply, transfer, close } = offersOf(chat, agent);
      return [reply === null ? "own" : (reply.why ?? reply.title), transfer.why ?? "can", close.why ?? "can"];
    };
    const first = "Reply first: only your own chats can be transferred.";
    t.same(shown(chatIn("with_bot")), ["Take over from bot", first, "can"]);
    t.same(shown(chatIn("waiting")), ["Reply", first, "can"]);
    t.same(shown(chatIn("unstaffed"), { ...me, role: "admin" }), ["Reply", "can", "can"]);
    t.same(shown(chatIn("with_agent", own)), ["own", "can", "can"]);
    t.same(
      shown(chatIn("with_agent", own, true))[1],
      "The client is on the blacklist: the chat cannot be transferred.",
    );
    t.same(shown(chatIn("with_agent", others)), [
      ...["Lee has this chat.", "Lee has this chat.", "Only Lee can close this chat."],
    ]);
    t.same(shown(chatIn("closed")), Array(3).fill("The chat is closed."));
  },
);

t.test(
  "[BOT-42] buttons are active until a click, the client's next message, newer buttons, or the end of the chat",
  async (t) => {
    const buttons = (seq: number, hidden = false): DeskMessage =>
      message(seq, {
        from: "bot",
        type: "buttons",
        hidden,
        buttons: [1, 2].map((id) => ({ text: `${id}`, id: `${id}` })),
      });
    const states = (messages: readonly DeskMessage[], isOpen = true): readonly string[] =>
      [...buttonStates(messages, isOpen)].map(
        ([seq, { isLive, clicked }]) => `${seq} ${isLive ? "live" : "retired"} ${clicked}`,
      );
    t.same(states([buttons(1)]), ["1 live null"]);
    t.same(states([buttons(1)], false), ["1 retired null"]);
    t.same(states([buttons(1), buttons(2)]), ["1 retired null", "2 live null"]);
    t.same(states([buttons(1), buttons(2, true)]), ["1 live null", "2 retired null"]);
    t.same(states([buttons(1), message(2, { buttonId: "2" })]), ["1 retired 1"]);
    t.same(states([buttons(1), message(2)]), ["1 retired null"]);
  },
);

t.test("[DEL-06, DEL-12, DEL-14] the state of a delivery has a text", async (t) => {
  const words = (state: "pending" | "attempting" | "delivered" | "failed", attempts = 1, text: string | null = null) =>
    describeDelivery({ id: "d", state, attempts, error: text === null ? null : { code: "5", message: text } });
  t.equal(words("pending", 0), "Sending");
  t.equal(words("attempting"), "Sending");
  t.equal(words("attempting", 2), "Sending, attempt 2 of 3");
  t.equal(words("attempting", 5), "Sending, attempt 5", "the length of an earlier series is not known");
  t.equal(words("delivered"), "Delivered");
  t.equal(words("failed", 3, "Mailbox is full"), "Not delivered: Mailbox is full");
  t.equal(words("failed", 3), "Not delivered");
});

t.test("attempts are drawn to scale, separately for each series", async (t) => {
  const attempt = (number: number, at: number, durationMs: number | null = 500): DeskAttempt => ({
    ...{ number, at, durationMs, status: null, error: null, address: null, answer: null, note: null },
  });
  const series = toSeries([attempt(1, 0), attempt(2, 3_000), attempt(3, 6_000, 2_999), attempt(4, 3_600_000, null)]);
  t.same(
    series.map(({ startedAtMs, endMs, attempts }) => [
      startedAtMs,
      endMs,
      attempts.map(({ fromMs, lengthMs }) => [fromMs, lengthMs]),
    ]),
    [
      [
        0,
        9_000,
        [
          [0, 500],
          [3_000, 500],
          [6_000, 2_999],
        ],
      ],
      [3_600_000, 3_000, [[0, 3_000]]],
    ],
  );
  t.same(ticksOf(3_000), [0, 1, 2, 3]);
  t.same(ticksOf(20_000), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
});

t.test("a chat is offered to the agents of its channel and to their departments, not to its own agent", async (t) => {
  const agent = (id: number, name: string, departments: number[], available = false) => ({
    ...{ id, name, departments, available, photo: null },
  });
  const agents = [
    agent(1, "Kim", [5, 6], true),
    agent(2, "Lee", [6]),
    agent(3, "Max", [6, 7], true),
    agent(4, "Eve", [], true),
  ];
  const departments = [5, 6, 7].map((id) => ({ id, name: `Department ${id}` }));
  const answered: readonly DeskChannel[] = JSON.parse('[{ "id": "older" }]');
  const channels = [standIn<DeskChannel>({ id: "shop", agentIds: [1, 2, 4] }), ...answered];
  const found = (channelId: string, search = "") =>
    receiversOf({ channelId, agent: { id: 1, name: "Kim" } }, { channels, agents, departments }, search).map(
      ({ name, presence }) => [name, presence],
    );
  t.same(found("shop"), [
    ["Eve", "Available"],
    ["Lee", "Away"],
    ["Department 6", "Nobody available"],
  ]);
  t.same(found("shop", "e le"), [["Lee", "Away"]]);
  t.same(found("removed"), [], "a channel that is not there any more");
  t.same(
    found("older").map(([name]) => name),
    ["Eve", "Max", "Lee", "Department 6", "Department 7"],
    "a node of the version before does not say who has access: everybody is offered",
  );
});

t.test("canned replies are found by the text after a slash, and filled with names", async (t) => {
  t.same(findQuery("/he", 3), { from: 0, query: "he" });
  t.same(findQuery("Hi /", 4), { from: 3, query: "" });
  t.same(findQuery("Hi\n/ä-1", 7), { from: 3, query: "ä-1" });
  for (const text of ["and/or", "http://", "/two words", "/ "]) t.equal(findQuery(text, text.length), null, text);
  const reply = (shortcut: string, text = ""): { id: string; shortcut: string; text: string; shared: boolean } => ({
    ...{ id: shortcut, shortcut, text, shared: true },
  });
  const all = [reply("bye", "hello again"), reply("hello"), reply("say-hello"), reply("zip")];
  t.same(
    matchCanned(all, "HELLO").map(({ id }) => id),
    ["hello", "say-hello", "bye"],
  );
  t.same(matchCanned(all, "").length, 4);
  t.equal(fillCanned("Dear {name}, {agent} here", { name: "Maria", agent: "Kim" }), "Dear Maria, Kim here");
  t.equal(fillCanned("Dear {name}, {x}", { name: "Anonymous", agent: "Kim" }), "Dear, {x}");
  t.equal(
    fillCanned("{name}", { name: "{agent}", agent: "Kim" }),
    "{agent}",
    "a client's name is not used as a template",
  );
});

t.test("sizes, lengths, places and emoji have readable texts", async (t) => {
  t.equal(sizeOf(482_113), "482 kB");
  t.equal(sizeOf(1_482_113), "1.5 MB");
  t.equal(sizeOf(0), "0 bytes");
  t.same([lengthOf(7), lengthOf(185), lengthOf(3_607)], ["0:07", "3:05", "1:00:07"]);
  t.equal(coordinatesOf(52.5200081, -13.4), "52.520008, -13.4");
  t.equal(codePointsOf("a👍é"), 3);
  const all = emojiGroups().flatMap(({ emoji }) => emoji);
  t.equal(all.length, Object.keys(emojiTexts).length - emojiGroups().length, "every emoji with a name is in a group");
  t.equal(new Set(all.map(({ text }) => text)).size, all.length, "no emoji is listed twice");
  t.ok(all.every(({ name, text }) => name !== "" && text !== ""));
  t.same(
    findEmoji(["👍", "?"]).map(({ name }) => name),
    ["thumbs up yes good"],
  );
});
