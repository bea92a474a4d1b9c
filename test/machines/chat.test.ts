import t from "tap";
import type { AgentSignature, ChatInput, ClientFacts, MessageReceived } from "../../machines/chat/chat.types.ts";
import {
  asActorKey,
  asAgentId,
  asChannelId,
  asChatId,
  asConversationKey,
  asDeliveryId,
  asMessageId,
} from "../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../src/runtime/effects.ts";
import { runTable } from "./table.ts";

const t0 = 1_000_000;
const id = asChatId("12");
const channelId = asChannelId("MOBILEAPP1");
const client: ClientFacts = {
  senderId: "7",
  senderIdKind: "string",
  number: 3,
  name: null,
  phone: null,
  email: null,
  photo: null,
  description: null,
  url: null,
};
const input: ChatInput = { id, channelId, client, nowMs: t0 };
const kim: AgentSignature = { id: asAgentId(1), name: "Kim", photo: null };
const lee: AgentSignature = { id: asAgentId(2), name: "Lee", photo: null };
const text = (words: string) => ({ type: "text", text: words, media: null }) as const;

const received = (number: number, sender: MessageReceived["sender"] = { senderIdKind: "string" }): MessageReceived => ({
  type: "message.received",
  nowMs: t0 + number,
  sender,
  message: { id: asMessageId(`in-${number}`), externalId: null, content: text(`question ${number}`) },
});
const accept = (agent: AgentSignature): ActorEvent => ({ type: "chat.accept-requested", nowMs: t0 + 50, agent });
const delivery = (number: number) => asDeliveryId(`D${number}`);
const reply = (number: number, agent = kim): ActorEvent => ({
  type: "chat.reply-requested",
  nowMs: t0 + 100 + number,
  agent,
  message: { id: asMessageId(`out-${number}`), content: text(`answer ${number}`) },
  deliveryId: delivery(number),
});
const close = (agent: AgentSignature): ActorEvent => ({ type: "chat.close-requested", nowMs: t0 + 900, agent });
const endedBy = (number: number, isDelivered: boolean): ActorEvent => ({
  type: "delivery.ended",
  nowMs: t0 + 500,
  deliveryId: delivery(number),
  isDelivered,
});

const publish: Effect = { type: "effect.chat.publish" };
const forgetTyping: Effect = { type: "effect.deadline.clear", id: "typing-ends" };
const stored = (seq: number, event: MessageReceived): Effect => ({
  type: "effect.message.store",
  message: {
    seq,
    id: event.message.id,
    from: "client",
    content: event.message.content,
    agentId: null,
    atMs: event.nowMs,
    externalId: null,
    deliveryId: null,
  },
});
const storedReply = (seq: number, number: number): Effect => ({
  type: "effect.message.store",
  message: {
    seq,
    id: asMessageId(`out-${number}`),
    from: "agent",
    content: text(`answer ${number}`),
    agentId: kim.id,
    atMs: t0 + 100 + number,
    externalId: null,
    deliveryId: delivery(number),
  },
});
const queuedTell = (seq: number, number: number) => ({
  to: asActorKey(`delivery/D${number}`),
  event: {
    type: "delivery.queued" as const,
    nowMs: t0 + 100 + number,
    id: delivery(number),
    chatId: id,
    channelId,
    messageSeq: seq,
    messageId: asMessageId(`out-${number}`),
    content: text(`answer ${number}`),
    sender: kim,
  },
});
const openedTell = (number: number, nowMs: number, senderIdKind: "string" | "integer" = "string") => ({
  to: asActorKey(`delivery/D${number}`),
  event: { type: "delivery.opened" as const, nowMs, recipient: { senderId: "7", senderIdKind } },
});
const refused = (message: string): Effect => ({ type: "effect.request.refuse", message });

const waiting = [received(1)];
const accepted = [...waiting, accept(kim)];
const twoReplies = [...accepted, reply(1), reply(2)];
const closed = [...accepted, close(kim)];

runTable(t, {
  actor: asActorKey("chat/12"),
  conversation: asConversationKey("client/MOBILEAPP1/7"),
  input,
  rows: [
    {
      rule: "[CH-23] the first message is stored as number 1 and the client's open chat is kept",
      given: [],
      when: received(1),
      state: "waiting",
      effects: [{ type: "effect.client.store", client, openChatId: id }, stored(1, received(1))],
      context: { unread: 1, lastSeq: 1 },
    },
    {
      rule: "[CH-23] the next message joins it, in order",
      given: waiting,
      when: received(2),
      state: "waiting",
      effects: [stored(2, received(2))],
    },
    {
      rule: "[CH-28] changed facts about the client are kept",
      given: waiting,
      when: received(2, { senderIdKind: "string", name: "Tomas", phone: "+44" }),
      state: "waiting",
      effects: [
        { type: "effect.client.store", client: { ...client, name: "Tomas", phone: "+44" }, openChatId: id },
        stored(2, received(2)),
      ],
    },
    {
      rule: "[CH-28] absence does not erase a value, the same value is no change",
      given: [...waiting, received(2, { senderIdKind: "string", name: "Tomas" })],
      when: received(3, { senderIdKind: "string" }),
      state: "waiting",
      effects: [stored(3, received(3))],
      context: { client: { name: "Tomas" } },
    },
    {
      rule: "[CH-10] Reply pressed: the chat is this agent's",
      given: waiting,
      when: accept(kim),
      state: "with_agent",
      effects: [publish],
      context: { agent: kim, unread: 0 },
    },
    {
      rule: "[CH-10] accepting one's own chat again changes nothing",
      given: accepted,
      when: accept(kim),
      state: "with_agent",
      effects: [],
    },
    {
      rule: "[CH-10] another agent is told who has it",
      given: accepted,
      when: accept(lee),
      state: "with_agent",
      effects: [refused("The chat is with Kim.")],
    },
    {
      rule: "[CH-38] a reply is stored and its delivery is opened",
      given: accepted,
      when: reply(1),
      state: "with_agent",
      effects: [storedReply(2, 1), { type: "effect.actor.tell", tells: [queuedTell(2, 1), openedTell(1, t0 + 101)] }],
    },
    {
      rule: "[CH-40] the recipient has the type last received",
      given: [...accepted, received(2, { senderIdKind: "integer" })],
      when: reply(1),
      state: "with_agent",
      effects: [
        storedReply(3, 1),
        { type: "effect.actor.tell", tells: [queuedTell(3, 1), openedTell(1, t0 + 101, "integer")] },
      ],
    },
    {
      rule: "[DEL-18] a second reply waits behind the first",
      given: [...accepted, reply(1)],
      when: reply(2),
      state: "with_agent",
      effects: [storedReply(3, 2), { type: "effect.actor.tell", tells: [queuedTell(3, 2)] }],
      context: { lane: { active: "D1", waiting: ["D2"] } },
    },
    {
      rule: "[DEL-18] after a failure the next starts at once",
      given: twoReplies,
      when: endedBy(1, false),
      state: "with_agent",
      effects: [{ type: "effect.actor.tell", tells: [openedTell(2, t0 + 500)] }],
      context: { lane: { active: "D2", waiting: [] } },
    },
    {
      rule: "[DEL-18] the end of a delivery that is not at the front changes nothing",
      given: twoReplies,
      when: endedBy(2, true),
      state: "with_agent",
      effects: [],
    },
    {
      rule: "[DEL-05] send again goes behind what waits",
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
      rule: "[DEL-05] send again of what is being sent is refused",
      given: twoReplies,
      when: { type: "delivery.resend-requested", nowMs: t0 + 600, deliveryId: delivery(2) },
      state: "with_agent",
      effects: [refused("The message is being sent already.")],
    },
    {
      rule: "[CH-10] only the agent who accepted may write",
      given: accepted,
      when: reply(1, lee),
      state: "with_agent",
      effects: [refused("The chat is with Kim.")],
    },
    {
      rule: "[CH-10] nobody writes before accepting",
      given: waiting,
      when: reply(1),
      state: "waiting",
      effects: [refused('The chat is waiting; "send a message" needs an agent who accepted it.')],
    },
    {
      rule: "[CH-23] closing lets the client's next message open a new chat",
      given: accepted,
      when: close(kim),
      state: "closed",
      effects: [{ type: "effect.client.store", client, openChatId: null }, publish, forgetTyping],
    },
    {
      rule: "[DEL-18] messages still on their way are delivered after the chat was closed",
      given: [...twoReplies, close(kim)],
      when: endedBy(1, true),
      state: "closed",
      effects: [{ type: "effect.actor.tell", tells: [openedTell(2, t0 + 500)] }],
    },
    {
      rule: "[CH-23] a closed chat takes no reply",
      given: closed,
      when: reply(1),
      state: "closed",
      effects: [refused('The chat is closed; "send a message" is not possible any more.')],
    },
    {
      rule: "[CH-23] a closed chat is not closed again",
      given: closed,
      when: close(kim),
      state: "closed",
      effects: [refused('The chat is closed; "close" is not possible any more.')],
    },
    {
      rule: "[CH-45] typing is shown and ends by itself",
      given: accepted,
      when: { type: "typing.received", nowMs: t0 + 200, state: "typein" },
      state: "with_agent",
      effects: [
        { type: "effect.typing.publish", state: "typein" },
        { type: "effect.deadline.set", id: "typing-ends", atMs: t0 + 10_200, atRestart: false },
      ],
    },
    {
      rule: "[CH-48] typing is cleared 10 s after the last typein",
      given: [...accepted, { type: "typing.received", nowMs: t0 + 200, state: "typein" }],
      when: { type: "deadline.reached", id: "typing-ends", atMs: t0 + 10_200, nowMs: t0 + 10_200, restarted: false },
      state: "with_agent",
      effects: [{ type: "effect.typing.publish", state: "typeout" }],
    },
    {
      rule: "[CH-45] typeout clears it",
      given: [...accepted, { type: "typing.received", nowMs: t0 + 200, state: "typein" }],
      when: { type: "typing.received", nowMs: t0 + 300, state: "typeout" },
      state: "with_agent",
      effects: [{ type: "effect.typing.publish", state: "typeout" }, forgetTyping],
    },
  ],
});

t.test("[DEL-18] a lane that is full refuses one more, and nothing of it is stored", async (t) => {
  const many = Array.from({ length: 501 }, (_, index) => reply(index + 1));
  const { Cell } = await import("../../src/runtime/cell.ts");
  const cell = Cell.create(asActorKey("chat/12"), asConversationKey("client/MOBILEAPP1/7"), input);
  for (const event of [...accepted, ...many]) cell.step(event);
  t.strictSame(cell.step(reply(999)), [
    refused("500 messages of this chat wait for delivery; no more can be sent before one of them ends."),
  ]);
});
