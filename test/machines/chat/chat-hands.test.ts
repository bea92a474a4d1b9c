import t from "tap";
import type { ChatOffer } from "../../../machines/chat/chat.types.ts";
import type { ContactChange } from "../../../machines/chat/client.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import { asActorKey, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { runTable } from "../table.ts";
import { cancelled, channelClosed, toLee, transfer } from "./chat-hand-steps.ts";
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
  id,
  kim,
  lee,
  nothing,
  openedTell,
  publish,
  received,
  refused,
  reply,
  reportTransferred,
  reportUpdated,
  stored,
  t0,
  twoReplies,
  waiting,
} from "./chat-steps.ts";

const storedBy = (message: Pick<ChatMessage, "seq" | "from" | "content" | "agentId"> & { id: string; atMs: number }) =>
  ({
    type: "effect.message.store",
    message: { ...message, id: asMessageId(message.id), externalId: null, deliveryId: null },
  }) as const satisfies Effect;
const words = (type: "note" | "event", text: string) => ({ type, text, media: null }) as const;

const note = (agent = kim): ActorEvent => ({
  type: "chat.note-requested",
  nowMs: t0 + 300,
  agent,
  message: { id: asMessageId("note-1"), text: "Asked the warehouse." },
});
const storedNote = (seq: number, agent = kim): Effect =>
  storedBy({
    seq,
    id: "note-1",
    from: "agent",
    content: words("note", "Asked the warehouse."),
    agentId: agent.id,
    atMs: t0 + 300,
  });
const toSales: ChatOffer = { kind: "department", id: 4, name: "Sales" };
const transferred = (to: ChatOffer, agent = kim): Effect => reportTransferred(t0 + 400, to, agent);
const storedTransfer = (seq: number, text: string, agent = kim): Effect =>
  storedBy({
    seq,
    id: "transfer-1",
    from: "system",
    content: words("event", text),
    agentId: agent.id,
    atMs: t0 + 400,
  });
const contact = (change: ContactChange): ActorEvent => ({
  type: "chat.contact-change-requested",
  nowMs: t0 + 500,
  change,
});
const assign = (agent = kim): ActorEvent => ({ type: "chat.assign-requested", nowMs: t0 + 600, agent });
const left = (agent = kim): ActorEvent => ({ type: "agent.left", nowMs: t0 + 700, agentId: agent.id });

const offered = [...accepted, transfer(toLee)];

runTable(t, {
  ...chat,
  tests: {
    "notes of agents": [
      {
        name: "a note is numbered among the messages and goes to nobody",
        given: [...accepted, reply(1)],
        when: note(),
        state: "with_agent",
        effects: [storedNote(3)],
        context: { lastSeq: 3, unread: 0, lane: { active: "D1", waiting: [] } },
      },
      {
        name: "whoever sees the chat may write a note, while it waits too",
        given: waiting,
        when: note(lee),
        state: "waiting",
        effects: [storedNote(2, lee)],
        context: { unread: 1 },
      },
      {
        name: "a closed chat takes no note",
        given: closed,
        when: note(),
        state: "closed",
        effects: [refused('The chat is closed; "write a note" is not possible any more.')],
        context: { lastSeq: 1 },
      },
    ],
    "a chat is transferred to another agent or department, or assigned": [
      {
        name: "a transfer to an agent: the chat waits, offered to that agent",
        given: accepted,
        when: transfer(toLee),
        state: "waiting",
        effects: [
          nothing,
          forgetAgentTyping,
          storedTransfer(2, "Kim transferred the chat to Lee."),
          nothing,
          transferred(toLee),
        ],
        context: { agent: null, offer: toLee, department: null, agentIds: [kim.id] },
      },
      {
        name: "a transfer with a note for the receiver: both are stored in one commit, the note last",
        given: accepted,
        when: { ...transfer(toLee), note: { id: asMessageId("note-1"), text: "Asked the warehouse." } } as ActorEvent,
        state: "waiting",
        effects: [
          nothing,
          forgetAgentTyping,
          storedTransfer(2, "Kim transferred the chat to Lee."),
          storedBy({
            seq: 3,
            id: "note-1",
            from: "agent",
            content: words("note", "Asked the warehouse."),
            agentId: kim.id,
            atMs: t0 + 400,
          }),
          transferred(toLee),
        ],
        context: { offer: toLee, lastSeq: 3 },
      },
      {
        name: "a transfer to a department: the chat waits and is that department's",
        given: accepted,
        when: transfer(toSales),
        state: "waiting",
        effects: [
          nothing,
          forgetAgentTyping,
          storedTransfer(2, "Kim transferred the chat to Sales."),
          nothing,
          transferred(toSales),
        ],
        context: { agent: null, offer: toSales, department: { id: 4, name: "Sales" } },
      },
      {
        name: "whom it was offered to accepts it",
        given: offered,
        when: accept(lee),
        state: "with_agent",
        effects: [nothing, publish],
        context: { agent: lee, offer: null, agentIds: [kim.id, lee.id] },
      },
      {
        name: "nobody transfers another agent's chat",
        given: accepted,
        when: transfer(toLee, { agent: lee }),
        state: "with_agent",
        effects: [refused('The chat is with Kim; only this agent can do "transfer".')],
        context: { agent: kim },
      },
      {
        name: "an administrator transfers any chat",
        given: accepted,
        when: transfer(toSales, { agent: lee, isAdministrator: true }),
        state: "waiting",
        effects: [
          nothing,
          forgetAgentTyping,
          storedTransfer(2, "Lee transferred the chat to Sales.", lee),
          nothing,
          transferred(toSales, lee),
        ],
      },
      {
        name: "an administrator transfers a chat that waits",
        given: waiting,
        when: transfer(toLee, { agent: kim, isAdministrator: true }),
        state: "waiting",
        effects: [storedTransfer(2, "Kim transferred the chat to Lee."), nothing, transferred(toLee)],
        context: { offer: toLee },
      },
      {
        name: "others do not transfer a chat that waits",
        given: waiting,
        when: transfer(toLee),
        state: "waiting",
        effects: [refused('The chat is waiting; "transfer" needs an agent who accepted it.')],
      },
      {
        name: "a closed chat is not transferred",
        given: closed,
        when: transfer(toLee, { agent: kim, isAdministrator: true }),
        state: "closed",
        effects: [refused('The chat is closed; "transfer" is not possible any more.')],
      },
      {
        name: "messages on their way when the chat is handed over are delivered in order",
        given: [...twoReplies, transfer(toLee)],
        when: endedBy(1, true),
        state: "waiting",
        effects: [{ type: "effect.actor.tell", tells: [openedTell(2, t0 + 500)] }],
      },
      {
        name: "without a CRM link there is nothing to assign to",
        given: accepted,
        when: assign(),
        state: "with_agent",
        effects: [
          refused(
            'The chat has no CRM link; "assign" needs an answer to chat_accepted with crm_link and enable_assign.',
          ),
        ],
      },
      {
        name: "another agent's chat is not assigned",
        given: accepted,
        when: assign(lee),
        state: "with_agent",
        effects: [refused('The chat is with Kim; only this agent can do "assign".')],
      },
      {
        name: "a chat that waits is not assigned",
        given: waiting,
        when: assign(),
        state: "waiting",
        effects: [refused('The chat is waiting; "assign" needs an agent who accepted it.')],
      },
    ],
    "[CH-28] changes of the contact": [
      {
        name: "an agent corrects the contact; what is absent stays, null takes away",
        given: [received(1, { senderIdKind: "string", name: "Tomas", phone: "+44" })],
        when: contact({ name: "Thomas", phone: null, description: "Prefers mail" }),
        state: "waiting",
        effects: [
          nothing,
          {
            type: "effect.client.store",
            client: { ...client, name: "Thomas", description: "Prefers mail" },
            openChatId: id,
          },
          publish,
        ],
        context: { updatedAtMs: t0 + 500 },
      },
      {
        name: "what the client says afterwards is newer",
        given: [...waiting, contact({ name: "Thomas", description: "Prefers mail" })],
        when: received(2, { senderIdKind: "string", name: "Tom" }),
        state: "waiting",
        effects: [
          nothing,
          {
            type: "effect.client.store",
            client: { ...client, name: "Tom", description: "Prefers mail" },
            openChatId: id,
          },
          storedBy({
            seq: 2,
            id: "in-2",
            from: "client",
            content: { type: "text", text: "question 2", media: null },
            agentId: null,
            atMs: t0 + 2,
          }),
        ],
      },
      {
        name: "a chat with an agent: the owner's server is told of what an agent corrects",
        given: accepted,
        when: contact({ name: "Thomas" }),
        state: "with_agent",
        effects: [
          reportUpdated(t0 + 500),
          { type: "effect.client.store", client: { ...client, name: "Thomas" }, openChatId: id },
          publish,
        ],
      },
      {
        name: "a chat with an agent: the owner's server is told of what the client says of itself",
        given: accepted,
        when: received(2, { senderIdKind: "string", email: "tom@example.com" }),
        state: "with_agent",
        effects: [
          reportUpdated(t0 + 2),
          { type: "effect.client.store", client: { ...client, email: "tom@example.com" }, openChatId: id },
          stored(2, received(2)),
        ],
      },
      {
        name: "a chat with an agent: the owner's server is not told of the page the client is on",
        given: accepted,
        when: received(2, { senderIdKind: "string", url: "https://shop.example.com/cart" }),
        state: "with_agent",
        effects: [
          nothing,
          { type: "effect.client.store", client: { ...client, url: "https://shop.example.com/cart" }, openChatId: id },
          stored(2, received(2)),
        ],
      },
      {
        name: "the contact of a closed chat is not changed",
        given: closed,
        when: contact({ name: "Thomas" }),
        state: "closed",
        effects: [refused('The chat is closed; "change the contact" is not possible any more.')],
        context: { client: { name: null } },
      },
    ],
    "[DEL-08] an agent is removed, or the channel is closed": [
      {
        name: "the agent is removed: its chat waits for another",
        given: accepted,
        when: left(),
        state: "waiting",
        effects: [nothing, forgetAgentTyping, publish],
        context: { agent: null, agentIds: [kim.id] },
      },
      {
        name: "another agent's removal changes nothing",
        given: accepted,
        when: left(lee),
        state: "with_agent",
        effects: [],
      },
      {
        name: "an offer to an agent who is removed is withdrawn",
        given: offered,
        when: left(lee),
        state: "waiting",
        effects: [publish],
        context: { offer: null },
      },
      {
        name: "an offer to a department of the same number stays",
        given: [...accepted, transfer({ kind: "department", id: lee.id, name: "Two" })],
        when: left(lee),
        state: "waiting",
        effects: [],
        context: { offer: { kind: "department" } },
      },
      {
        name: "a closed chat stays with who closed it",
        given: closed,
        when: left(),
        state: "closed",
        effects: [],
        context: { agent: kim },
      },
      {
        name: "the channel is closed: all that is being sent or waits is told, nothing waits any more",
        given: twoReplies,
        when: channelClosed,
        state: "with_agent",
        effects: [cancelled(1, 2), nothing],
        context: { lane: { active: "D1", waiting: [] } },
      },
      {
        name: "the end of the one that was being sent opens no other",
        given: [...twoReplies, channelClosed],
        when: endedBy(1, false),
        state: "with_agent",
        effects: [nothing, publish],
        context: { lane: { active: null, waiting: [] } },
      },
      {
        name: "it may be sent again once the channel is open",
        given: [...twoReplies, channelClosed, endedBy(1, false)],
        when: { type: "delivery.resend-requested", nowMs: t0 + 900, deliveryId: delivery(2) },
        state: "with_agent",
        effects: [
          {
            type: "effect.actor.tell",
            tells: [
              { to: asActorKey("delivery/D2"), event: { type: "delivery.requeued", nowMs: t0 + 900 } },
              openedTell(2, t0 + 900),
            ],
          },
          publish,
        ],
      },
      {
        name: "what a closed chat still had to send is told too",
        given: [...twoReplies, close(kim)],
        when: channelClosed,
        state: "closed",
        effects: [cancelled(1, 2), nothing],
      },
      {
        name: "a chat with nothing to send has nobody to tell",
        given: accepted,
        when: channelClosed,
        state: "with_agent",
        effects: [nothing, nothing],
      },
    ],
  },
});
