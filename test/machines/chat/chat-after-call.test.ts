import t from "tap";
import type { CallStatus } from "../../../machines/tells.ts";
import { asCallId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { wrote } from "../bot-conversation/bot-steps.ts";
import { runTable } from "../table.ts";
import { asks, botChat, situation, storedAs, storedForBot, toBot } from "./chat-bot-steps.ts";
import { blacklist, calls, loses, transferTo } from "./chat-report-steps.ts";
import {
  accept,
  client,
  close,
  forgetTyping,
  id,
  kim,
  lee,
  nothing,
  publish,
  received,
  reportAccepted,
  stored,
  t0,
} from "./chat-steps.ts";

const phone = "+442079460181";
const changes = (status: CallStatus): ActorEvent => ({
  type: "call.changed",
  nowMs: t0 + 89,
  call: { id: asCallId("C1"), type: "callback", phone, status, agentId: null, reason: null, recordUrl: null },
  lineId: asMessageId(`call-${status}`),
});
const called = [calls(phone), changes("start")];
const over = [...called, changes("end")];
const storeClient: Effect = { type: "effect.client.store", client: { ...client, phone }, openChatId: id };
/** The client's message after the call, with which the chat first reaches the bot. */
const met = (message: ActorEvent & { readonly type: "message.received" }): readonly Effect[] => [
  nothing,
  nothing,
  storeClient,
  storedForBot(3, 1),
  nothing,
  forgetTyping,
  toBot(
    wrote(1, {
      messageSeq: 3,
      sender: { name: null, url: null, hasContacts: true },
      wantsAgent: message.bot?.wantsAgent ?? false,
    }),
  ),
];
const forAgents = (seq: number, number = 1): Effect => stored(seq, received(number));
const sales = { id: 2, name: "Sales" };
const invited = asks(1, { invitation: { id: asMessageId("invite"), text: "May I help?" } });

runTable(t, {
  ...botChat,
  input: { ...botChat.input, bot: "awaited" },
  tests: {
    "[BOT-01] a chat that begins with a call is for people, and the bot's only after the call": [
      {
        name: "a chat that begins with a call waits for a person",
        given: [calls(phone)],
        when: changes("start"),
        state: "waiting",
        effects: [
          storedAs({
            seq: 1,
            name: "call-start",
            from: "system",
            content: { type: "event", text: `Callback to ${phone} has begun.`, media: null },
            atMs: t0 + 89,
          }),
        ],
        context: { bot: "awaited", agent: null },
      },
      {
        name: "what the client writes while the call runs is for the agents",
        given: called,
        when: asks(1),
        state: "waiting",
        effects: [forAgents(2)],
        context: { bot: "awaited" },
      },
      {
        name: "the next message after its end goes to the bot, and so does the conversation",
        given: over,
        when: asks(1),
        state: "with_bot",
        effects: met(asks(1)),
        context: { bot: "connected" },
      },
      {
        name: "after a call that failed too",
        given: [...called, changes("error")],
        when: asks(1),
        state: "with_bot",
        effects: met(asks(1)),
      },
      {
        name: "when it asks for an agent as well: it is the first that the bot hears",
        given: over,
        when: asks(1, { bot: situation(1, { wantsAgent: true }) }),
        state: "with_bot",
        effects: met(asks(1, { bot: situation(1, { wantsAgent: true }) })),
      },
      {
        name: "an invitation stands before it",
        given: over,
        when: invited,
        state: "with_bot",
        effects: [
          nothing,
          storedAs({
            seq: 3,
            name: "invite",
            from: "system",
            content: { type: "invitation", text: "May I help?", media: null },
            atMs: t0 + 1,
          }),
          nothing,
          storeClient,
          storedForBot(4, 1),
          nothing,
          forgetTyping,
          toBot(wrote(1, { messageSeq: 4, sender: { name: null, url: null, hasContacts: true } })),
        ],
        context: { bot: "connected", invites: ["May I help?"] },
      },
      {
        name: "on a channel whose bot was taken off meanwhile it is for the agents",
        given: over,
        when: received(1),
        state: "waiting",
        effects: [forAgents(3)],
      },
      {
        name: "an agent who takes the chat before tells the bot nothing",
        given: over,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, publish],
        context: { bot: null },
      },
      {
        name: "the chat never jumps from that agent to the bot",
        given: [...over, accept(kim), loses(kim)],
        when: asks(1),
        state: "waiting",
        effects: [forAgents(3)],
      },
      {
        name: "the chat never jumps to the bot from the agent whom it was handed to",
        given: [...over, transferTo(lee)],
        when: asks(1),
        state: "waiting",
        effects: [forAgents(4)],
        context: { bot: null },
      },
      {
        name: "the chat never jumps to the bot from the department whose invitation the client answered while the call ran",
        given: [...called, { ...invited, department: sales }, changes("end")],
        when: asks(2),
        state: "waiting",
        effects: [forAgents(5, 2)],
        context: { bot: null, offer: { kind: "department", ...sales }, department: sales },
      },
      {
        name: "the chat never jumps to the bot from the blacklist",
        given: [...over, blacklist(true), blacklist(false, t0 + 91)],
        when: asks(1),
        state: "waiting",
        effects: [forAgents(5)],
        context: { bot: null },
      },
      {
        name: "a closed one never had a bot",
        given: [...over, close(kim)],
        when: changes("end"),
        state: "closed",
        effects: [publish],
        context: { bot: null },
      },
    ],
  },
});
