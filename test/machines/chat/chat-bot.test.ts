import t from "tap";
import type { MessageReceived } from "../../../machines/chat/chat.types.ts";
import type { MessageContent } from "../../../machines/chat/message.types.ts";
import { asDeliveryId, asMessageId } from "../../../src/core/ids.ts";
import type { Effect } from "../../../src/domain/effects.ts";
import { replied, says, wrote } from "../bot-conversation/bot-steps.ts";
import { Cell } from "../cells.ts";
import { runTable } from "../table.ts";
import {
  asks,
  botChat,
  botLeft,
  botSaid,
  buttonsContent,
  closedByKim,
  disconnected,
  queuedReply,
  situation,
  storedAs,
  storedBot,
  storedForBot,
  storedLine,
  taken,
  toBot,
  withBot,
  withButtons,
  withoutItsBot,
} from "./chat-bot-steps.ts";
import { client, delivery, forgetTyping, id, nothing, received, refused, stored, t0 } from "./chat-steps.ts";

const storeClient = (facts: object = {}): Effect => ({
  type: "effect.client.store",
  client: { ...client, ...facts },
  openChatId: id,
});

runTable(t, {
  ...botChat,
  tests: {
    "[BOT-10, BOT-12] a conversation begins with the bot": [
      {
        name: "a conversation begins with the bot, which is told its first message",
        given: [],
        when: asks(1),
        state: "with_bot",
        effects: [nothing, storeClient(), storedForBot(1, 1), toBot(wrote(1))],
        context: { bot: "connected", unread: 1, lastSeq: 1, agent: null },
      },
      {
        name: "the bot receives every later message, numbered as the chat numbers them",
        given: [...withBot, botSaid(1)],
        when: asks(2),
        state: "with_bot",
        effects: [storedForBot(3, 2), toBot(wrote(2, { messageSeq: 3 }))],
      },
      {
        name: "the bot is told the client's name and page, and whether there are contacts",
        given: withBot,
        when: asks(2, { sender: { senderIdKind: "string", name: "Pat", phone: "+44", url: "https://shop.example/a" } }),
        state: "with_bot",
        effects: [
          nothing,
          storeClient({ name: "Pat", phone: "+44", url: "https://shop.example/a" }),
          storedForBot(2, 2),
          toBot(wrote(2, { sender: { name: "Pat", url: "https://shop.example/a", hasContacts: true } })),
        ],
      },
      {
        name: "an e-mail address alone is a contact too",
        given: withBot,
        when: asks(2, { sender: { senderIdKind: "string", email: "pat@example.com" } }),
        state: "with_bot",
        effects: [
          nothing,
          storeClient({ email: "pat@example.com" }),
          storedForBot(2, 2),
          toBot(wrote(2, { sender: { name: null, url: null, hasContacts: true } })),
        ],
      },
    ],
    "[BOT-02, BOT-46] a message that asks for an agent": [
      {
        name: "a message that asks for an agent is told with that, and not noted as sent to the bot",
        given: withBot,
        when: asks(2, { bot: situation(2, { wantsAgent: true, agentsOnline: false, acceptTimeoutMs: 9 }) }),
        state: "with_bot",
        effects: [
          stored(2, received(2)),
          toBot(wrote(2, { wantsAgent: true, agentsOnline: false, acceptTimeoutMs: 9 })),
        ],
      },
      {
        name: "unless it begins the chat: then the bot is sent it",
        given: [],
        when: asks(1, { bot: situation(1, { wantsAgent: true }) }),
        state: "with_bot",
        effects: [nothing, storeClient(), storedForBot(1, 1), toBot(wrote(1, { wantsAgent: true }))],
      },
      {
        name: "behind an invitation too",
        given: [],
        when: asks(1, { bot: situation(1, { wantsAgent: true }), invitation: { id: asMessageId("i"), text: "Hi" } }),
        state: "with_bot",
        effects: [
          nothing,
          storedAs({
            seq: 1,
            name: "i",
            from: "system",
            content: { type: "invitation", text: "Hi", media: null },
            atMs: t0 + 1,
          }),
          nothing,
          storeClient(),
          storedForBot(2, 1),
          nothing,
          forgetTyping,
          toBot(wrote(1, { messageSeq: 2, wantsAgent: true })),
        ],
      },
    ],
    "[BOT-14] typing is shown to the agents and not told to the bot": [
      {
        name: "typing is shown to the agents and not told to the bot",
        given: withBot,
        when: { type: "typing.received", nowMs: t0 + 10, state: "typein" },
        state: "with_bot",
        effects: [
          { type: "effect.typing.publish", state: "typein" },
          { type: "effect.deadline.set", id: "typing-ends", atMs: t0 + 10_010, atRestart: false },
        ],
      },
    ],
    "a message that comes when the channel has no bot any more: the bot's part is over": [
      {
        name: "a message that comes when the channel has no bot any more: the bot's part is over",
        given: withBot,
        when: received(2),
        state: "with_bot",
        effects: [stored(2, received(2)), disconnected(t0 + 2, "in-2/line")],
      },
    ],
    "[BOT-24, BOT-33, BOT-38, BOT-39] what the bot says, as it is stored and sent": [
      {
        name: "what the bot says is stored as the bot's, and sent to the client",
        given: withBot,
        when: botSaid(1),
        state: "with_bot",
        effects: [storedBot(2, 1, { deliveryId: delivery(1) }), queuedReply(2, 1, true)],
        context: { lastSeq: 2, lane: { active: "D1", waiting: [] }, unread: 1, agentIds: [] },
      },
      {
        name: "more of it goes out in order, behind what is on its way",
        given: [...withBot, botSaid(1)],
        when: botSaid(2),
        state: "with_bot",
        effects: [storedBot(3, 2, { deliveryId: delivery(2) }), queuedReply(3, 2, false)],
        context: { lane: { active: "D1", waiting: ["D2"] } },
      },
      {
        name: "what the channel cannot show is stored as it is, and its fallback is sent",
        given: withBot,
        when: replied(
          {
            ...says(1),
            message: {
              id: asMessageId("bot-1"),
              content: { type: "markdown", text: "**b**", media: null, fallback: "b" },
            },
            outward: { type: "text", text: "b", media: null },
          },
          true,
        ),
        state: "with_bot",
        effects: [
          storedBot(2, 1, {
            content: { type: "markdown", text: "**b**", media: null, fallback: "b" },
            deliveryId: delivery(1),
          }),
          queuedReply(2, 1, true, { type: "text", text: "b", media: null }),
        ],
      },
      {
        name: "without a fallback nothing is sent, and a line says so",
        given: withBot,
        when: replied(says(1, { outward: null }), true),
        state: "with_bot",
        effects: [
          storedBot(2, 1),
          storedLine(
            3,
            "line-says-1",
            "The bot's message was not sent to the client: this channel shows plain text only, and the message has none to fall back on.",
            t0 + 101,
          ),
        ],
        context: { lane: { active: null, waiting: [] }, lastSeq: 3 },
      },
    ],
    "[BOT-34] what comes after an agent has joined, or in a closed chat, is recorded, marked as not shown": [
      {
        name: "what comes after an agent has joined is recorded, marked as not shown",
        given: taken,
        when: replied(says(1), false),
        state: "with_agent",
        effects: [storedBot(3, 1, { isHidden: true })],
        context: { lane: { active: null, waiting: [] } },
      },
      {
        name: "in a closed chat too",
        given: closedByKim,
        when: replied(says(1), false),
        state: "closed",
        effects: [storedBot(2, 1, { isHidden: true })],
      },
      {
        name: "hidden and without a fallback: recorded, and no line",
        given: withoutItsBot,
        when: replied(says(1, { outward: null }), false),
        state: "waiting",
        effects: [storedBot(3, 1, { isHidden: true })],
      },
      {
        name: "hidden buttons cannot be clicked",
        given: taken,
        when: withButtons(1, undefined, false),
        state: "with_agent",
        effects: [
          storedBot(3, 1, {
            content: buttonsContent([
              { text: "Yes", id: "17" },
              { text: "No", id: null },
            ]),
            isHidden: true,
          }),
        ],
        context: { buttons: null },
      },
    ],
  },
});

const file = "https://files.example/1";
const medias: readonly (readonly [string, MessageContent, string])[] = [
  ...(["photo", "document", "video", "audio", "voice"] as const).flatMap((type) => [
    [`${type} with a comment`, { type, text: "Look", media: { file } }, `Look\n${file}`] as const,
    [`${type} alone`, { type, text: "", media: { file, thumb: "https://files.example/t" } }, file] as const,
  ]),
  ["sticker", { type: "sticker", text: "", media: { file, emoji: "😀" } }, file],
  ["sticker without a file", { type: "sticker", text: "😀", media: { emoji: "😀" } }, "😀"],
  ["location", { type: "location", text: "", media: { latitude: -33.8568, longitude: 151.2153 } }, "-33.8568,151.2153"],
  ["location with a comment", { type: "location", text: "Here", media: { latitude: 0, longitude: 0 } }, "Here\n0,0"],
  ["text", { type: "text", text: " two\nlines ", media: null }, " two\nlines "],
];
const media = (content: MessageContent): MessageReceived => {
  const said = asks(2);
  return { ...said, message: { ...said.message, content } };
};
runTable(t, {
  ...botChat,
  tests: {
    "media, as the bot reads them": medias.map(([name, content, text]) => ({
      name,
      given: withBot,
      when: media(content),
      state: "with_bot",
      effects: [
        storedAs({ seq: 2, name: "in-2", from: "client", content, atMs: t0 + 2, botDeliveryId: asDeliveryId("B2") }),
        toBot(wrote(2, { text })),
      ],
    })),
  },
});

t.test(
  "[BOT-26] if too many messages wait for a customer system, the bot's message is refused, and nothing of it is stored",
  async (t) => {
    const cell = Cell.create(botChat.actor, botChat.conversation, botChat.input);
    cell.step(asks(1));
    for (let number = 1; number <= 501; number += 1) cell.step(botSaid(number));
    const before = JSON.stringify(cell.context);
    t.strictSame(cell.step(botSaid(999)), [
      refused("500 messages of this chat wait for delivery; no more can be sent before one of them ends."),
    ]);
    t.equal(JSON.stringify(cell.context), before);
    t.strictSame(
      cell.step(replied(says(999), false)).map(({ type }) => type),
      ["effect.message.store"],
      "a message that is only stored needs no room",
    );
    t.equal(cell.state, "with_bot");
    cell.step(botLeft);
    t.equal(cell.state, "waiting");
  },
);
