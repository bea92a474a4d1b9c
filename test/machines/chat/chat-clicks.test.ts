import t from "tap";
import type { MessageButton } from "../../../machines/chat/message.types.ts";
import { asDeliveryId } from "../../../src/core/ids.ts";
import type { Effect } from "../../../src/domain/effects.ts";
import { wrote } from "../bot-conversation/bot-steps.ts";
import { runTable } from "../table.ts";
import {
  asks,
  botChat,
  botSaid,
  buttonsContent,
  click,
  no,
  offered,
  queuedReply,
  situation,
  storedAs,
  storedBot,
  storedForBot,
  toBot,
  withBot,
  withButtons,
  yes,
} from "./chat-bot-steps.ts";
import { accept, client, close, forgetTyping, id, kim, nothing, received, refused, stored, t0 } from "./chat-steps.ts";

const bot = situation(9);
const asked = [...withBot, withButtons(1)];
const dead = refused("The button cannot be clicked any more: it was clicked, or the client has written since.");
const clickedOn = ({ text, id }: MessageButton, seq: number, isSent: boolean): Effect =>
  storedAs({
    seq,
    name: "click",
    from: "client",
    content: { type: "text", text, media: null },
    atMs: t0 + 300,
    externalId: "r1",
    ...(id === null ? {} : { buttonId: id }),
    ...(isSent && { botDeliveryId: asDeliveryId("B9") }),
  });
const sent = ({ text, id }: MessageButton, messageSeq: number): Effect =>
  toBot(wrote(9, { nowMs: t0 + 300, messageSeq, text, buttonId: id }));
const storeClient: Effect = { type: "effect.client.store", client, openChatId: id };

runTable(t, {
  ...botChat,
  tests: {
    "[BOT-40, BOT-42] buttons, and the messages that clicks make": [
      {
        name: "buttons are stored and can be clicked from now on; the fallback is the channel's to send",
        given: withBot,
        when: withButtons(1),
        state: "with_bot",
        effects: [
          storedBot(2, 1, { content: buttonsContent([yes, no]), deliveryId: asDeliveryId("D1") }),
          queuedReply(2, 1, true),
        ],
        context: { buttons: { messageSeq: 2, buttons: [yes, no] } },
      },
      {
        name: "a click is a message with the button's text and id, told to the bot",
        given: asked,
        when: click(2, 0, bot),
        state: "with_bot",
        effects: [nothing, clickedOn(yes, 3, true), forgetTyping, sent(yes, 3)],
        context: { buttons: null, lastSeq: 3, unread: 2 },
      },
      {
        name: "a button without an id has none to tell",
        given: asked,
        when: click(2, 1, bot),
        state: "with_bot",
        effects: [nothing, clickedOn(no, 3, true), forgetTyping, sent(no, 3)],
      },
      {
        name: "a click ends typing, as any message does",
        given: [...asked, { type: "typing.received", nowMs: t0 + 200, state: "typein" }],
        when: click(2, 0, bot),
        state: "with_bot",
        effects: [
          { type: "effect.typing.publish", state: "typeout" },
          clickedOn(yes, 3, true),
          forgetTyping,
          sent(yes, 3),
        ],
      },
      {
        name: "buttons retire after a click",
        given: [...asked, click(2, 0, bot)],
        when: click(2, 1, bot),
        state: "with_bot",
        effects: [dead],
      },
      {
        name: "the client's next message retires them",
        given: asked,
        when: asks(2),
        state: "with_bot",
        effects: [
          nothing,
          nothing,
          storeClient,
          storedForBot(3, 2),
          nothing,
          forgetTyping,
          toBot(wrote(2, { messageSeq: 3 })),
        ],
        context: { buttons: null },
      },
      {
        name: "after it they cannot be clicked",
        given: [...asked, asks(2)],
        when: click(2, 0, bot),
        state: "with_bot",
        effects: [dead],
      },
      {
        name: "a message with an invitation retires them too",
        given: [...asked, asks(2, { invitation: { id: "invite-1" as never, text: "Need help?" } })],
        when: click(2, 0, bot),
        state: "with_bot",
        effects: [dead],
      },
      {
        name: "another message of the bot leaves them",
        given: [...asked, botSaid(2)],
        when: click(2, 0, bot),
        state: "with_bot",
        effects: [nothing, clickedOn(yes, 4, true), forgetTyping, sent(yes, 4)],
      },
      {
        name: "the buttons of an earlier message make room for later ones",
        given: [...asked, withButtons(2)],
        when: click(2, 0, bot),
        state: "with_bot",
        effects: [dead],
        context: { buttons: { messageSeq: 3, buttons: [yes, no] } },
      },
      ...[2, -1, 0.5].map((index) => ({
        name: `there is no button ${index}`,
        given: asked,
        when: click(2, index, bot),
        state: "with_bot",
        effects: [dead],
        context: { buttons: { messageSeq: 2, buttons: [yes, no] }, lastSeq: 2 },
      })),
      {
        name: "a message without buttons cannot be clicked",
        given: withBot,
        when: click(1, 0, bot),
        state: "with_bot",
        effects: [dead],
      },
      {
        name: "a closed chat takes no click",
        given: [...asked, close(kim)],
        when: click(2, 0, bot),
        state: "closed",
        effects: [refused('The chat is closed; "click" is not possible any more.')],
        context: { lastSeq: 2 },
      },
      {
        name: "a message that follows the click is an ordinary one",
        given: [...asked, click(2, 0, bot)],
        when: received(2),
        state: "with_bot",
        effects: [
          stored(4, received(2)),
          toBot({
            type: "bot.disconnected",
            nowMs: t0 + 2,
            reason: "The bot was disconnected from the channel.",
            lineId: `${received(2).message.id}/line` as never,
          }),
        ],
      },
    ],
    "[BOT-47] a click when the bot is not told": [
      {
        name: "a click while an offer runs is for the agents alone",
        given: [...asked, offered],
        when: click(2, 0, bot),
        state: "waiting",
        effects: [nothing, clickedOn(yes, 3, false), forgetTyping],
      },
      {
        name: "a click after an agent joined is for the agent alone",
        given: [...asked, accept(kim)],
        when: click(2, 0, bot),
        state: "with_agent",
        effects: [nothing, clickedOn(yes, 4, false), forgetTyping],
      },
      {
        name: "a click on a button that asks for an agent is not noted as sent to the bot",
        given: asked,
        when: click(2, 0, situation(9, { wantsAgent: true })),
        state: "with_bot",
        effects: [
          nothing,
          clickedOn(yes, 3, false),
          forgetTyping,
          toBot(wrote(9, { nowMs: t0 + 300, messageSeq: 3, text: "Yes", buttonId: "17", wantsAgent: true })),
        ],
      },
      {
        name: "a click that comes when the channel has no bot any more",
        given: asked,
        when: click(2, 0),
        state: "with_bot",
        effects: [
          nothing,
          clickedOn(yes, 3, false),
          forgetTyping,
          toBot({
            type: "bot.disconnected",
            nowMs: t0 + 300,
            reason: "The bot was disconnected from the channel.",
            lineId: "click/line" as never,
          }),
        ],
      },
    ],
  },
});
