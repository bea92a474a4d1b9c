import t from "tap";
import type { SendTypingEffect } from "../../../machines/chat/chat.types.ts";
import type { AgentSignature } from "../../../machines/chat/message.types.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { deadline, reached } from "../deadlines.ts";
import { runTable } from "../table.ts";
import { toLee, transfer } from "./chat-hand-steps.ts";
import {
  accepted,
  channelId,
  chat,
  client,
  close,
  closed,
  forgetAgentTyping,
  forgetTyping,
  id,
  kim,
  lee,
  nothing,
  publish,
  queuedTell,
  received,
  refused,
  reply,
  reportFinished,
  reportTransferred,
  stored,
  storedReply,
  t0,
  waiting,
} from "./chat-steps.ts";

const clientTypes = (state: "typein" | "typeout", atMs: number): ActorEvent => ({
  type: "typing.received",
  nowMs: atMs,
  state,
});
const shown: Effect = { type: "effect.typing.publish", state: "typein" };
const hidden: Effect = { type: "effect.typing.publish", state: "typeout" };
const clientTypingEnds = (atMs: number): Effect => deadline("typing-ends", atMs);
const storedClient = (openChatId: typeof id | null): Effect => ({ type: "effect.client.store", client, openChatId });
const clientTyping = [...accepted, clientTypes("typein", t0 + 200)];

runTable(t, {
  ...chat,
  tests: {
    "[CH-45, CH-47, CH-48] the client's typing is shown and cleared": [
      {
        name: "typing is shown and ends by itself",
        given: accepted,
        when: clientTypes("typein", t0 + 200),
        state: "with_agent",
        effects: [shown, clientTypingEnds(t0 + 10_200)],
        context: { isClientTyping: true },
      },
      {
        name: "typing is shown while the chat waits",
        given: waiting,
        when: clientTypes("typein", t0 + 200),
        state: "waiting",
        effects: [shown, clientTypingEnds(t0 + 10_200)],
      },
      {
        name: "each typein counts its 10 s anew",
        given: clientTyping,
        when: clientTypes("typein", t0 + 5_000),
        state: "with_agent",
        effects: [shown, clientTypingEnds(t0 + 15_000)],
      },
      {
        name: "typing is cleared 10 s after the last typein",
        given: clientTyping,
        when: { type: "deadline.reached", id: "typing-ends", atMs: t0 + 10_200, nowMs: t0 + 10_200, restarted: false },
        state: "with_agent",
        effects: [hidden],
        context: { isClientTyping: false },
      },
      {
        name: "typeout clears it",
        given: clientTyping,
        when: clientTypes("typeout", t0 + 300),
        state: "with_agent",
        effects: [hidden, forgetTyping],
        context: { isClientTyping: false },
      },
      {
        name: "the client's next message clears it, before the message is shown",
        given: clientTyping,
        when: received(2),
        state: "with_agent",
        effects: [hidden, nothing, storedClient(id), stored(2, received(2)), nothing, forgetTyping],
        context: { isClientTyping: false },
      },
      {
        name: "the message after that has nothing to clear",
        given: [...clientTyping, received(2)],
        when: received(3),
        state: "with_agent",
        effects: [stored(3, received(3))],
      },
      {
        name: "closing the chat clears it",
        given: clientTyping,
        when: close(kim),
        state: "closed",
        effects: [
          nothing,
          forgetAgentTyping,
          nothing,
          hidden,
          storedClient(null),
          publish,
          forgetTyping,
          reportFinished,
        ],
        context: { isClientTyping: false },
      },
      {
        name: "a notice that reaches a closed chat has no effect",
        given: closed,
        when: clientTypes("typein", t0 + 1_000),
        state: "closed",
        effects: [],
        context: { isClientTyping: false },
      },
    ],
  },
});

const agentTypes = (state: "typein" | "typeout", atMs: number, agent = kim): ActorEvent => ({
  type: "chat.typing-requested",
  nowMs: atMs,
  agent,
  state,
});
const notice = (
  state: "typein" | "typeout",
  atMs: number,
  recipient: SendTypingEffect["recipient"] = { senderId: "7", senderIdKind: "string" },
  sender: AgentSignature = kim,
): Effect => ({ type: "effect.typing.send", chatId: id, channelId, state, sender, recipient, atMs });
const agentTypingEnds = (atMs: number): Effect => deadline("agent-typing-ends", atMs);
const paused = (atMs: number): ActorEvent => reached("agent-typing-ends", atMs);
const agentTyping = [...accepted, agentTypes("typein", t0 + 200)];
const transferred = transfer(toLee, { nowMs: t0 + 300 });

runTable(t, {
  ...chat,
  tests: {
    "[CH-49] the agent's typing as the customer system is told": [
      {
        name: "the agent starts typing: one typein",
        given: accepted,
        when: agentTypes("typein", t0 + 200),
        state: "with_agent",
        effects: [notice("typein", t0 + 200), agentTypingEnds(t0 + 5_200)],
        context: { typingAgent: kim },
      },
      {
        name: "the notice's recipient has the type last received",
        given: [...accepted, received(2, { senderIdKind: "integer" })],
        when: agentTypes("typein", t0 + 200),
        state: "with_agent",
        effects: [notice("typein", t0 + 200, { senderId: "7", senderIdKind: "integer" }), agentTypingEnds(t0 + 5_200)],
      },
      {
        name: "while the agent types on nothing is sent, the pause is counted anew",
        given: agentTyping,
        when: agentTypes("typein", t0 + 2_000),
        state: "with_agent",
        effects: [agentTypingEnds(t0 + 7_000)],
      },
      {
        name: "a pause of 5 s: one typeout",
        given: agentTyping,
        when: paused(t0 + 5_200),
        state: "with_agent",
        effects: [notice("typeout", t0 + 5_200)],
        context: { typingAgent: null },
      },
      {
        name: "after the pause typing begins anew with a typein",
        given: [...agentTyping, paused(t0 + 5_200)],
        when: agentTypes("typein", t0 + 6_000),
        state: "with_agent",
        effects: [notice("typein", t0 + 6_000), agentTypingEnds(t0 + 11_000)],
      },
      {
        name: "input emptied: one typeout",
        given: agentTyping,
        when: agentTypes("typeout", t0 + 300),
        state: "with_agent",
        effects: [notice("typeout", t0 + 300), forgetAgentTyping],
        context: { typingAgent: null },
      },
      {
        name: "a second typeout is not sent",
        given: [...agentTyping, agentTypes("typeout", t0 + 300)],
        when: agentTypes("typeout", t0 + 400),
        state: "with_agent",
        effects: [],
      },
      {
        name: "a typeout without a typein is not sent",
        given: accepted,
        when: agentTypes("typeout", t0 + 300),
        state: "with_agent",
        effects: [],
      },
      {
        name: "typeout goes out just before the agent's message",
        given: [...accepted, agentTypes("typein", t0 + 50)],
        when: reply(1),
        state: "with_agent",
        effects: [
          notice("typeout", t0 + 101),
          forgetAgentTyping,
          storedReply(2, 1),
          { type: "effect.actor.tell", tells: [queuedTell(2, 1, "string")] },
        ],
        context: { typingAgent: null },
      },
      {
        name: "the message after that has no typeout of its own",
        given: [...accepted, agentTypes("typein", t0 + 50), reply(1)],
        when: reply(2),
        state: "with_agent",
        effects: [storedReply(3, 2), { type: "effect.actor.tell", tells: [queuedTell(3, 2)] }],
      },
      {
        name: "the chat left by closing it: one typeout",
        given: agentTyping,
        when: close(kim),
        state: "closed",
        effects: [
          notice("typeout", t0 + 900),
          forgetAgentTyping,
          nothing,
          nothing,
          storedClient(null),
          publish,
          forgetTyping,
          reportFinished,
        ],
        context: { typingAgent: null },
      },
      {
        name: "the chat left by handing it over: one typeout",
        given: agentTyping,
        when: transferred,
        state: "waiting",
        effects: [
          notice("typeout", t0 + 300),
          forgetAgentTyping,
          {
            type: "effect.message.store",
            message: {
              seq: 2,
              id: "transfer-1" as never,
              from: "system",
              content: { type: "event", text: "Kim transferred the chat to Lee.", media: null },
              agentId: kim.id,
              atMs: t0 + 300,
              externalId: null,
              deliveryId: null,
            },
          },
          nothing,
          reportTransferred(t0 + 300, { kind: "agent", id: lee.id, name: "Lee" }),
        ],
        context: { typingAgent: null },
      },
      {
        name: "the agent removed while typing: one typeout",
        given: agentTyping,
        when: { type: "agent.left", nowMs: t0 + 300, agentId: kim.id },
        state: "waiting",
        effects: [notice("typeout", t0 + 300), forgetAgentTyping, publish],
        context: { typingAgent: null },
      },
      {
        name: "only the chat's agent is seen typing",
        given: accepted,
        when: agentTypes("typein", t0 + 200, lee),
        state: "with_agent",
        effects: [refused('The chat is with Kim; only this agent can do "typing".')],
      },
      {
        name: "nobody is seen typing before accepting",
        given: waiting,
        when: agentTypes("typein", t0 + 200),
        state: "waiting",
        effects: [refused('The chat is waiting; "typing" needs an agent who accepted it.')],
      },
      {
        name: "nobody is seen typing after the chat was closed",
        given: closed,
        when: agentTypes("typein", t0 + 1_000),
        state: "closed",
        effects: [refused('The chat is closed; "typing" is not possible any more.')],
      },
    ],
  },
});
