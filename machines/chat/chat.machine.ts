import { assign, emit, setup } from "xstate";
import type { ChatContext, ChatEffect, ChatEvent, ChatInput } from "./chat.types.ts";
import { advanceLane, emptyLane, isInLane, joinLane, laneWaitingMax } from "./lane.ts";
import { refuseAnothers, refuseAssign, refuseClosed, refuseLane, refuseWaiting } from "./refusals.ts";
import {
  cancelLane,
  changeContact,
  changesClient,
  isNewInvitation,
  isUnusual,
  openNext,
  queueReply,
  receiveMessage,
  requeue,
  sendReply,
  storedInvitation,
  storedMessage,
  storedWarnings,
  takeInvitation,
  transfer,
  withAgentId,
} from "./steps.ts";
import {
  agentTypingDeadline,
  clientTypingDeadline,
  expireAgentTyping,
  expireClientTyping,
  hideShownTyping,
  sendTypein,
  sendTypeout,
} from "./typing.ts";

const isReplyOfTheAgent = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "chat.reply-requested" &&
  context.agent?.id === event.agent.id &&
  context.lane.waiting.length < laneWaitingMax;

/** Order of messages, who has the chat, what is told to whom. Source: CH-22 to CH-28, CH-31, CH-47 to CH-49, DEL-18. */
export const chatMachine = setup({
  types: {
    context: {} as ChatContext,
    events: {} as ChatEvent,
    input: {} as ChatInput,
    emitted: {} as ChatEffect,
  },
  guards: {
    hasNewInvitation: ({ context, event }) => isNewInvitation(context, event),
    isUnusual: ({ context, event }) => isUnusual(context, event),
    changesClient: ({ context, event }) => changesClient(context, event),
    hasThisAgent: ({ context, event }) => "agent" in event && context.agent?.id === event.agent.id,
    isAnothers: ({ context, event }) =>
      "agent" in event && context.agent !== null && context.agent.id !== event.agent.id,
    canReply: ({ context, event }) => isReplyOfTheAgent(context, event),
    canReplyWhileTyping: ({ context, event }) => context.typingAgent !== null && isReplyOfTheAgent(context, event),
    canResend: ({ context, event }) =>
      event.type === "delivery.resend-requested" &&
      !isInLane(context.lane, event.deliveryId) &&
      context.lane.waiting.length < laneWaitingMax,
    canTransfer: ({ context, event }) =>
      event.type === "chat.transfer-requested" && (event.isAdministrator || context.agent?.id === event.agent.id),
    isActiveDelivery: ({ context, event }) =>
      event.type === "delivery.ended" && context.lane.active === event.deliveryId,
    isTypeIn: ({ event }) => event.type === "typing.received" && event.state === "typein",
    isClientTypingOver: ({ event }) => event.type === "deadline.reached" && event.id === clientTypingDeadline,
    isAgentTypingOver: ({ event }) => event.type === "deadline.reached" && event.id === agentTypingDeadline,
    isAgentsTypeIn: ({ event }) => event.type === "chat.typing-requested" && event.state === "typein",
    isAgentTyping: ({ context }) => context.typingAgent !== null,
    isAgentStillTyping: ({ context, event }) =>
      event.type === "chat.typing-requested" && event.state === "typein" && context.typingAgent !== null,
    hasLostAgent: ({ context, event }) => event.type === "agent.left" && context.agent?.id === event.agentId,
    isOfferedToLostAgent: ({ context, event }) =>
      event.type === "agent.left" && context.offer?.kind === "agent" && context.offer.id === event.agentId,
  },
  actions: {
    receive: assign(({ context, event }) => receiveMessage(context, event)),
    takeInvitation: assign(({ context, event }) => takeInvitation(context, event)),
    storeInvitation: emit(({ context, event }) => storedInvitation(context, event)),
    storeWarnings: emit(({ context, event }) => storedWarnings(context, event)),
    reply: assign(({ context, event }) => sendReply(context, event)),
    storeMessage: emit(({ context, event }) => storedMessage(context, event)),
    storeClient: emit(({ context }) => ({
      type: "effect.client.store",
      client: context.client,
      openChatId: context.id,
    })),
    releaseClient: emit(({ context }) => ({ type: "effect.client.store", client: context.client, openChatId: null })),
    queueReply: emit(({ context, event }) => queueReply(context, event)),
    assignAgent: assign(({ context, event }) =>
      event.type === "chat.accept-requested"
        ? {
            agent: event.agent,
            offer: null,
            agentIds: withAgentId(context.agentIds, event.agent.id),
            unread: 0,
            updatedAtMs: event.nowMs,
          }
        : {},
    ),
    transfer: assign(({ context, event }) => transfer(context, event)),
    loseAgent: assign(({ event }) => ({ agent: null, updatedAtMs: event.nowMs })),
    withdrawOffer: assign({ offer: null }),
    numberMessage: assign(({ context, event }) => ({ lastSeq: context.lastSeq + 1, updatedAtMs: event.nowMs })),
    changeContact: assign(({ context, event }) => changeContact(context, event)),
    markUpdated: assign(({ event }) => ({ updatedAtMs: event.nowMs })),
    markClosed: assign(({ context, event }) => ({
      updatedAtMs: event.nowMs,
      closedAtMs: event.nowMs,
      agentIds: "agent" in event ? withAgentId(context.agentIds, event.agent.id) : context.agentIds,
    })),
    joinLane: assign(({ context, event }) =>
      event.type === "delivery.resend-requested" ? { lane: joinLane(context.lane, event.deliveryId) } : {},
    ),
    requeue: emit(({ context, event }) => requeue(context, event)),
    advanceLane: assign(({ context, event }) =>
      event.type === "delivery.ended" ? { lane: advanceLane(context.lane, event.deliveryId) } : {},
    ),
    openNext: emit(({ context, event }) => openNext(context, event)),
    cancelLane: emit(({ context, event }) => cancelLane(context, event)),
    emptyLane: assign(({ context }) => ({ lane: { active: context.lane.active, waiting: [] } })),
    publish: emit({ type: "effect.chat.publish" }),
    noteClientTyping: assign({ isClientTyping: true }),
    noteClientTypingOver: assign({ isClientTyping: false }),
    showTyping: emit({ type: "effect.typing.publish", state: "typein" }),
    hideTyping: emit({ type: "effect.typing.publish", state: "typeout" }),
    /** Before `isClientTyping` is taken back. Source: CH-48. */
    hideShownTyping: emit(({ context }) => hideShownTyping(context)),
    expireTyping: emit(({ event }) => expireClientTyping(event)),
    forgetTyping: emit({ type: "effect.deadline.clear", id: clientTypingDeadline }),
    sendTypein: emit(({ context, event }) => sendTypein(context, event)),
    sendTypeout: emit(({ context, event }) => sendTypeout(context, event)),
    noteAgentTyping: assign(({ event }) =>
      event.type === "chat.typing-requested" ? { typingAgent: event.agent } : {},
    ),
    noteAgentTypingOver: assign({ typingAgent: null }),
    expireAgentTyping: emit(({ event }) => expireAgentTyping(event)),
    forgetAgentTyping: emit({ type: "effect.deadline.clear", id: agentTypingDeadline }),
    refuseAnothers: emit(({ context, event }) => refuseAnothers(context, event)),
    refuseWaiting: emit(({ event }) => refuseWaiting(event)),
    refuseClosed: emit(({ event }) => refuseClosed(event)),
    refuseLane: emit(({ context }) => refuseLane(context)),
    refuseAssign: emit(refuseAssign),
  },
}).createMachine({
  id: "chat",
  context: ({ input }) => ({
    id: input.id,
    channelId: input.channelId,
    client: input.client,
    agent: null,
    offer: null,
    department: null,
    agentIds: [],
    invites: [],
    isClientTyping: false,
    typingAgent: null,
    lastSeq: 0,
    unread: 0,
    lane: emptyLane,
    createdAtMs: input.nowMs,
    updatedAtMs: input.nowMs,
    closedAtMs: null,
  }),
  initial: "waiting",
  on: {
    "delivery.ended": { guard: "isActiveDelivery", actions: ["advanceLane", "openNext"] },
    "delivery.resend-requested": [
      { guard: "canResend", actions: ["joinLane", "requeue", "markUpdated", "publish"] },
      { actions: "refuseLane" },
    ],
    "channel.closed": { actions: ["cancelLane", "emptyLane"] },
    "typing.received": [
      { guard: "isTypeIn", actions: ["noteClientTyping", "showTyping", "expireTyping"] },
      { actions: ["noteClientTypingOver", "hideTyping", "forgetTyping"] },
    ],
    "deadline.reached": [
      { guard: "isClientTypingOver", actions: ["noteClientTypingOver", "hideTyping"] },
      { guard: "isAgentTypingOver", actions: ["sendTypeout", "noteAgentTypingOver"] },
    ],
    "message.received": [
      {
        guard: "hasNewInvitation",
        actions: [
          "hideShownTyping",
          "takeInvitation",
          "storeInvitation",
          "receive",
          "storeClient",
          "storeMessage",
          "storeWarnings",
          "forgetTyping",
        ],
      },
      {
        guard: "isUnusual",
        actions: ["hideShownTyping", "receive", "storeClient", "storeMessage", "storeWarnings", "forgetTyping"],
      },
      { guard: "changesClient", actions: ["receive", "storeClient", "storeMessage"] },
      { actions: ["receive", "storeMessage"] },
    ],
    "chat.note-requested": { actions: ["numberMessage", "storeMessage"] },
    "chat.contact-change-requested": { actions: ["changeContact", "storeClient", "publish"] },
    "agent.left": { guard: "isOfferedToLostAgent", actions: ["withdrawOffer", "publish"] },
  },
  states: {
    waiting: {
      on: {
        "chat.accept-requested": { target: "with_agent", actions: ["assignAgent", "publish"] },
        "chat.reply-requested": { actions: "refuseWaiting" },
        "chat.typing-requested": { actions: "refuseWaiting" },
        "chat.assign-requested": { actions: "refuseWaiting" },
        "chat.transfer-requested": [
          { guard: "canTransfer", actions: ["transfer", "storeMessage"] },
          { actions: "refuseWaiting" },
        ],
        "chat.close-requested": { target: "closed" },
      },
    },
    with_agent: {
      exit: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping"],
      on: {
        "chat.accept-requested": [{ guard: "hasThisAgent" }, { actions: "refuseAnothers" }],
        "chat.reply-requested": [
          {
            guard: "canReplyWhileTyping",
            actions: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping", "reply", "storeMessage", "queueReply"],
          },
          { guard: "canReply", actions: ["reply", "storeMessage", "queueReply"] },
          { guard: "isAnothers", actions: "refuseAnothers" },
          { actions: "refuseLane" },
        ],
        "chat.typing-requested": [
          { guard: "isAnothers", actions: "refuseAnothers" },
          { guard: "isAgentStillTyping", actions: "expireAgentTyping" },
          { guard: "isAgentsTypeIn", actions: ["noteAgentTyping", "sendTypein", "expireAgentTyping"] },
          { guard: "isAgentTyping", actions: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping"] },
        ],
        "chat.transfer-requested": [
          { guard: "canTransfer", target: "waiting", actions: ["transfer", "storeMessage"] },
          { actions: "refuseAnothers" },
        ],
        "chat.assign-requested": [{ guard: "isAnothers", actions: "refuseAnothers" }, { actions: "refuseAssign" }],
        "agent.left": [{ guard: "hasLostAgent", target: "waiting", actions: ["loseAgent", "publish"] }],
        "chat.close-requested": [{ guard: "isAnothers", actions: "refuseAnothers" }, { target: "closed" }],
      },
    },
    closed: {
      entry: ["markClosed", "hideShownTyping", "noteClientTypingOver", "releaseClient", "publish", "forgetTyping"],
      on: {
        "chat.accept-requested": { actions: "refuseClosed" },
        "chat.reply-requested": { actions: "refuseClosed" },
        "chat.close-requested": { actions: "refuseClosed" },
        "chat.typing-requested": { actions: "refuseClosed" },
        "chat.transfer-requested": { actions: "refuseClosed" },
        "chat.note-requested": { actions: "refuseClosed" },
        "chat.contact-change-requested": { actions: "refuseClosed" },
        "chat.assign-requested": { actions: "refuseClosed" },
        "typing.received": {},
        "agent.left": {},
      },
    },
  },
});
