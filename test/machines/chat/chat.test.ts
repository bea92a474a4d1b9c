import t from "tap";
import { asActorKey } from "../../../src/core/ids.ts";
import { Cell } from "../cells.ts";
import { runTable } from "../table.ts";
import {
  accept,
  accepted,
  chat,
  client,
  close,
  closed,
  delivery,
  endedBy,
  forgetAgentTyping,
  forgetTyping,
  id,
  input,
  kim,
  lee,
  nothing,
  openedTell,
  publish,
  queuedTell,
  received,
  refused,
  reply,
  reportAccepted,
  reportFinished,
  stored,
  storedReply,
  t0,
  twoReplies,
  waiting,
} from "./chat-steps.ts";

runTable(t, {
  ...chat,
  tests: {
    "[CH-23] a chat from its first message to its end": [
      {
        name: "the first message is stored as number 1 and the client's open chat is kept",
        given: [],
        when: received(1),
        state: "waiting",
        effects: [nothing, { type: "effect.client.store", client, openChatId: id }, stored(1, received(1))],
        context: { unread: 1, lastSeq: 1 },
      },
      {
        name: "the next message joins it, in order",
        given: waiting,
        when: received(2),
        state: "waiting",
        effects: [stored(2, received(2))],
      },
      {
        name: "closing lets the client's next message open a new chat",
        given: accepted,
        when: close(kim),
        state: "closed",
        effects: [
          nothing,
          forgetAgentTyping,
          nothing,
          nothing,
          { type: "effect.client.store", client, openChatId: null },
          publish,
          forgetTyping,
          reportFinished,
        ],
      },
      {
        name: "a closed chat takes no reply",
        given: closed,
        when: reply(1),
        state: "closed",
        effects: [refused('The chat is closed; "send a message" is not possible any more.')],
      },
      {
        name: "a closed chat is not closed again",
        given: closed,
        when: close(kim),
        state: "closed",
        effects: [refused('The chat is closed; "close" is not possible any more.')],
      },
    ],
    "[CH-28] facts about the client": [
      {
        name: "changed facts about the client are kept",
        given: waiting,
        when: received(2, { senderIdKind: "string", name: "Tomas", phone: "+44" }),
        state: "waiting",
        effects: [
          nothing,
          { type: "effect.client.store", client: { ...client, name: "Tomas", phone: "+44" }, openChatId: id },
          stored(2, received(2)),
        ],
      },
      {
        name: "absence does not erase a value, the same value is no change",
        given: [...waiting, received(2, { senderIdKind: "string", name: "Tomas" })],
        when: received(3, { senderIdKind: "string" }),
        state: "waiting",
        effects: [stored(3, received(3))],
        context: { client: { name: "Tomas" } },
      },
    ],
    "[CH-10, WJ-35] an agent accepts a chat": [
      {
        name: "Reply pressed: the chat is this agent's",
        given: waiting,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, publish],
        context: { agent: kim, unread: 0 },
      },
      {
        name: "accepting one's own chat again changes nothing",
        given: accepted,
        when: accept(kim),
        state: "with_agent",
        effects: [],
      },
      {
        name: "another agent is told who has it",
        given: accepted,
        when: accept(lee),
        state: "with_agent",
        effects: [refused('The chat is with Kim; only this agent can do "accept".')],
      },
      {
        name: "a chat is accepted once an agent pressed Reply",
        given: waiting,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, publish],
        context: { agentIds: [kim.id], visit: { isAccepted: true } },
      },
      {
        name: "one that is closed without Reply never was",
        given: waiting,
        when: close(kim),
        state: "closed",
        effects: [
          nothing,
          nothing,
          { type: "effect.client.store", client, openChatId: null },
          publish,
          forgetTyping,
          reportFinished,
        ],
        context: { agentIds: [kim.id], visit: { isAccepted: false } },
      },
    ],
    "[CH-38, CH-40] a reply is stored and its delivery is opened": [
      {
        name: "a reply is stored and its delivery is opened",
        given: accepted,
        when: reply(1),
        state: "with_agent",
        effects: [storedReply(2, 1), { type: "effect.actor.tell", tells: [queuedTell(2, 1, "string")] }],
      },
      {
        name: "the recipient has the type last received",
        given: [...accepted, received(2, { senderIdKind: "integer" })],
        when: reply(1),
        state: "with_agent",
        effects: [storedReply(3, 1), { type: "effect.actor.tell", tells: [queuedTell(3, 1, "integer")] }],
      },
      {
        name: "only the agent who accepted may write",
        given: accepted,
        when: reply(1, lee),
        state: "with_agent",
        effects: [refused('The chat is with Kim; only this agent can do "send a message".')],
      },
      {
        name: "nobody writes before accepting",
        given: waiting,
        when: reply(1),
        state: "waiting",
        effects: [refused('The chat is waiting; "send a message" needs an agent who accepted it.')],
      },
    ],
    "[DEL-18] one delivery of a chat at a time": [
      {
        name: "a second reply waits behind the first",
        given: [...accepted, reply(1)],
        when: reply(2),
        state: "with_agent",
        effects: [storedReply(3, 2), { type: "effect.actor.tell", tells: [queuedTell(3, 2)] }],
        context: { lane: { active: "D1", waiting: ["D2"] } },
      },
      {
        name: "after a failure the next starts at once",
        given: twoReplies,
        when: endedBy(1, false),
        state: "with_agent",
        effects: [{ type: "effect.actor.tell", tells: [openedTell(2, t0 + 500)] }, publish],
        context: { lane: { active: "D2", waiting: [] } },
      },
      {
        name: "the end of a delivery that is not at the front changes nothing",
        given: twoReplies,
        when: endedBy(2, true),
        state: "with_agent",
        effects: [],
      },
      {
        name: "messages still on their way are delivered after the chat was closed",
        given: [...twoReplies, close(kim)],
        when: endedBy(1, true),
        state: "closed",
        effects: [{ type: "effect.actor.tell", tells: [openedTell(2, t0 + 500)] }],
      },
    ],
    "[DEL-05] send again": [
      {
        name: "send again goes behind what waits",
        given: [...twoReplies, endedBy(1, false)],
        when: { type: "delivery.resend-requested", nowMs: t0 + 600, deliveryId: delivery(1) },
        state: "with_agent",
        effects: [
          {
            type: "effect.actor.tell",
            tells: [{ to: asActorKey("delivery/D1"), event: { type: "delivery.requeued", nowMs: t0 + 600 } }],
          },
          publish,
        ],
        context: { lane: { active: "D2", waiting: ["D1"] } },
      },
      {
        name: "send again of what is being sent is refused",
        given: twoReplies,
        when: { type: "delivery.resend-requested", nowMs: t0 + 600, deliveryId: delivery(2) },
        state: "with_agent",
        effects: [refused("The message is being sent already.")],
      },
    ],
  },
});

t.test("[DEL-18] a full lane refuses another message, and nothing of the message is stored", async (t) => {
  const many = Array.from({ length: 501 }, (_, index) => reply(index + 1));
  const cell = Cell.create(chat.actor, chat.conversation, input);
  for (const event of [...accepted, ...many]) cell.step(event);
  t.strictSame(cell.step(reply(999)), [
    refused("500 messages of this chat wait for delivery; no more can be sent before one of them ends."),
  ]);
});
