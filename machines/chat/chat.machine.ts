import { assign, emit, setup } from "xstate";
import {
  clickedButton,
  hasRoomForReply,
  isBotMessageSent,
  isBotMessageShown,
  queueBotMessage,
  storedBotLine,
  storedBotMessage,
  storedFromClient,
  takeBotMessage,
  tellAccepted,
  tellChannelClosed,
  tellClosed,
  tellTransferred,
  tellWritten,
} from "./bot-steps.ts";
import type { ChatContext, ChatEffect, ChatEvent, ChatInput } from "./chat.types.ts";
import { advanceLane, emptyLane, isInLane, joinLane, laneWaitingMax } from "./lane.ts";
import { refuseAnothers, refuseAssign, refuseClick, refuseClosed, refuseLane, refuseUnaccepted } from "./refusals.ts";
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

/** What comes of a message of the client; `store` keeps it, `last` is whom else it is told. */
const receiving = <Store extends string, Last extends string>(store: Store, last: readonly Last[]) =>
  [
    {
      guard: "hasNewInvitation",
      actions: [
        "hideShownTyping",
        "takeInvitation",
        "storeInvitation",
        "receive",
        "storeClient",
        store,
        "storeWarnings",
        "forgetTyping",
        ...last,
        "retireButtons",
      ],
    },
    {
      guard: "isUnusual",
      actions: [
        "hideShownTyping",
        "receive",
        "storeClient",
        store,
        "storeWarnings",
        "forgetTyping",
        ...last,
        "retireButtons",
      ],
    },
    { guard: "changesClient", actions: ["receive", "storeClient", store, ...last] },
    { actions: ["receive", store, ...last] },
  ] as const;

/** A click is a message. Source: BOT-42. */
const clicked = <Store extends string, Last extends string>(store: Store, last: readonly Last[]) =>
  [
    {
      guard: "isLiveButton",
      actions: ["hideShownTyping", "receive", store, "forgetTyping", ...last, "retireButtons"],
    },
    { actions: "refuseClick" },
  ] as const;

const fromClient = {
  "message.received": receiving("storeReceived", []),
  "button.click-requested": clicked("storeReceived", []),
} as const;

/** The bot conversation hears it too, in the same commit. */
const fromClientForBot = {
  "message.received": receiving("storeReceivedForBot", ["tellWritten"] as const),
  "button.click-requested": clicked("storeReceivedForBot", ["tellWritten"] as const),
} as const;

/** Nobody has the chat, or the bot alone: any agent may take it. Source: BOT-44. */
const acceptable = <Refusal extends string>(refusal: Refusal) =>
  ({
    "chat.accept-requested": [
      {
        guard: "hasBot",
        target: "with_agent",
        actions: ["assignAgent", "numberMessage", "storeBotLine", "tellAccepted", "leaveBot"],
      },
      { target: "with_agent", actions: ["assignAgent", "publish"] },
    ],
    "chat.reply-requested": { actions: refusal },
    "chat.typing-requested": { actions: refusal },
    "chat.assign-requested": { actions: refusal },
    "chat.close-requested": { target: "closed" },
  }) as const;

/** What the bot conversation decides while no agent has the chat. */
const decidedByBot = {
  "bot.offered": { target: "waiting", actions: ["markUpdated", "publish"] },
  "bot.unstaffed": { target: "unstaffed", actions: ["withdrawOffer", "numberMessage", "storeBotLine"] },
  "bot.ended": { target: "waiting", actions: ["leaveBot", "numberMessage", "storeBotLine"] },
} as const;

/** An administrator offers the chat to somebody while it is the bot's: an offer like the bot's own. */
const withBot = <Refusal extends string>(refusal: Refusal) =>
  ({
    ...fromClientForBot,
    ...acceptable(refusal),
    ...decidedByBot,
    "chat.transfer-requested": [
      { guard: "canTransfer", actions: ["transfer", "storeMessage", "tellTransferred"] },
      { actions: refusal },
    ],
  }) as const;

/** Order of messages, who has the chat, what is told to whom. Source: CH-22 to CH-28, CH-31, CH-47 to CH-49, DEL-18, BOT-34. */
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
    hasBot: ({ context }) => context.bot === "connected",
    isLiveButton: ({ context, event }) => clickedButton(context, event) !== undefined,
    isBotMessageHidden: ({ event }) => !isBotMessageShown(event),
    isBotMessageNotSent: ({ event }) => !isBotMessageSent(event),
    hasRoomForReply: ({ context }) => hasRoomForReply(context),
    isOfferedToLostAgent: ({ context, event }) =>
      event.type === "agent.left" && context.offer?.kind === "agent" && context.offer.id === event.agentId,
  },
  actions: {
    receive: assign(({ context, event }) => receiveMessage(context, event)),
    takeInvitation: assign(({ context, event }) => takeInvitation(context, event)),
    storeInvitation: emit(({ context, event }) => storedInvitation(context, event)),
    storeWarnings: emit(({ context, event }) => storedWarnings(context, event)),
    storeReceived: emit(({ context, event }) => storedFromClient(context, event, false)),
    storeReceivedForBot: emit(({ context, event }) => storedFromClient(context, event, true)),
    retireButtons: assign({ buttons: null }),
    tellWritten: emit(({ context, event }) => tellWritten(context, event)),
    tellAccepted: emit(({ context, event }) => tellAccepted(context, event)),
    tellTransferred: emit(({ context, event }) => tellTransferred(context, event)),
    tellClosed: emit(({ context, event }) => tellClosed(context, event)),
    tellChannelClosed: emit(({ context, event }) => tellChannelClosed(context, event)),
    storeBotLine: emit(({ context, event }) => storedBotLine(context, event)),
    leaveBot: assign(({ context }) => ({ bot: context.bot === null ? null : "left" })),
    takeBotMessage: assign(({ context, event }) => takeBotMessage(context, event)),
    storeBotMessage: emit(({ context, event }) => storedBotMessage(context, event)),
    queueBotMessage: emit(({ context, event }) => queueBotMessage(context, event)),
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
    refuseWithBot: emit(({ event }) => refuseUnaccepted("with the bot", event)),
    refuseWaiting: emit(({ event }) => refuseUnaccepted("waiting", event)),
    refuseUnstaffed: emit(({ event }) => refuseUnaccepted("unstaffed", event)),
    refuseClosed: emit(({ event }) => refuseClosed(event)),
    refuseLane: emit(({ context }) => refuseLane(context)),
    refuseAssign: emit(refuseAssign),
    refuseClick: emit(refuseClick),
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
    bot: input.hasBot ? "connected" : null,
    buttons: null,
    createdAtMs: input.nowMs,
    updatedAtMs: input.nowMs,
    closedAtMs: null,
  }),
  initial: "beginning",
  on: {
    ...fromClient,
    "bot.replied": [
      { guard: "isBotMessageHidden", actions: ["takeBotMessage", "storeBotMessage"] },
      {
        guard: "isBotMessageNotSent",
        actions: ["takeBotMessage", "storeBotMessage", "numberMessage", "storeBotLine"],
      },
      { guard: "hasRoomForReply", actions: ["takeBotMessage", "storeBotMessage", "queueBotMessage"] },
      { actions: "refuseLane" },
    ],
    "bot.ended": { actions: "leaveBot" },
    "delivery.ended": { guard: "isActiveDelivery", actions: ["advanceLane", "openNext"] },
    "delivery.resend-requested": [
      { guard: "canResend", actions: ["joinLane", "requeue", "markUpdated", "publish"] },
      { actions: "refuseLane" },
    ],
    "channel.closed": { actions: ["cancelLane", "emptyLane", "tellChannelClosed"] },
    "typing.received": [
      { guard: "isTypeIn", actions: ["noteClientTyping", "showTyping", "expireTyping"] },
      { actions: ["noteClientTypingOver", "hideTyping", "forgetTyping"] },
    ],
    "deadline.reached": [
      { guard: "isClientTypingOver", actions: ["noteClientTypingOver", "hideTyping"] },
      { guard: "isAgentTypingOver", actions: ["sendTypeout", "noteAgentTypingOver"] },
    ],
    "chat.note-requested": { actions: ["numberMessage", "storeMessage"] },
    "chat.contact-change-requested": { actions: ["changeContact", "storeClient", "publish"] },
    "agent.left": { guard: "isOfferedToLostAgent", actions: ["withdrawOffer", "publish"] },
  },
  states: {
    beginning: { always: [{ guard: "hasBot", target: "with_bot" }, { target: "waiting" }] },
    /** Source: BOT-01. */
    with_bot: { on: withBot("refuseWithBot") },
    waiting: {
      on: {
        ...acceptable("refuseWaiting"),
        ...decidedByBot,
        "chat.transfer-requested": [
          { guard: "canTransfer", actions: ["transfer", "storeMessage"] },
          { actions: "refuseWaiting" },
        ],
      },
    },
    /** No agent was there, or none accepted; the bot goes on meanwhile. Source: BOT-45, BOT-47. */
    unstaffed: { on: withBot("refuseUnstaffed") },
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
      entry: [
        "tellClosed",
        "leaveBot",
        "markClosed",
        "hideShownTyping",
        "noteClientTypingOver",
        "releaseClient",
        "publish",
        "forgetTyping",
      ],
      on: {
        "button.click-requested": { actions: "refuseClosed" },
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
