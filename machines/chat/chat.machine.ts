import { setup } from "xstate";
import type { Chart } from "../wire.ts";
import { wire } from "../wire.ts";
import { beginningVisits } from "./changes.ts";
import type { ChatContext, ChatEffect, ChatEvent, ChatInput } from "./chat.types.ts";
import { botSteps, botTellSteps } from "./steps/bot-steps.ts";
import { clientSteps, invitationSteps } from "./steps/client-steps.ts";
import { handSteps, reopenSteps } from "./steps/hand-steps.ts";
import { emptyLane, failureSteps, laneSteps } from "./steps/lane-steps.ts";
import { refusalSteps } from "./steps/refusal-steps.ts";
import { replySteps } from "./steps/reply-steps.ts";
import { reportSteps } from "./steps/report-steps.ts";
import { typingSteps } from "./steps/typing-steps.ts";
import { visitorSteps } from "./steps/visitor-steps.ts";
import {
  acceptable,
  blacklistable,
  blocked,
  closed,
  decidedByBot,
  fromBot,
  fromClient,
  fromWaitingClient,
  ofClient,
  transferring,
  withBot,
  writtenByAgent,
} from "./transitions.ts";

const steps = [
  clientSteps,
  invitationSteps,
  botSteps,
  botTellSteps,
  handSteps,
  replySteps,
  laneSteps,
  failureSteps,
  typingSteps,
  reportSteps,
  visitorSteps,
  reopenSteps,
  refusalSteps,
] as const;

const chart = {
  initial: "beginning",
  on: {
    ...fromClient,
    "bot.replied": fromBot([]),
    "bot.ended": { actions: "leaveBot" },
    "delivery.ended": [
      { guard: "isPlainSuccess", actions: ["advanceLane", "openNext"] },
      { guard: "isActiveDelivery", actions: ["advanceLane", "openNext", "noteOutcome", "publish"] },
      { guard: "isFailure", actions: ["noteOutcome", "publish"] },
    ],
    "chat.dismiss-requested": [
      { guard: "canDismiss", actions: ["numberMessage", "storeDismissal", "dismiss"] },
      { actions: "refuseDismiss" },
    ],
    "delivery.resend-requested": [
      { guard: "canResend", actions: ["joinLane", "requeue", "markUpdated", "publish"] },
      { actions: "refuseLane" },
    ],
    "channel.closed": { actions: ["cancelLane", "emptyLane", "tellChannelClosed"] },
    "typing.received": [
      { guard: "isBlacklisted" },
      { guard: "isTypeIn", actions: ["noteClientTyping", "showTyping", "expireTyping"] },
      { actions: ["noteClientTypingOver", "hideTyping", "forgetTyping"] },
    ],
    "deadline.reached": [
      { guard: "isClientTypingOver", actions: ["noteClientTypingOver", "hideTyping"] },
      { guard: "isAgentTypingOver", actions: ["sendTypeout", "noteAgentTypingOver"] },
    ],
    "chat.note-requested": { actions: ["numberNote", "storeMessage"] },
    "chat.reopen-requested": { actions: "refuseReopen" },
    "bot.notified": { actions: ["numberMessage", "storeBotLine"] },
    "bot.post-refused": { actions: ["numberMessage", "storeBotLine"] },
    ...ofClient,
    "agent.left": { guard: "isOfferedToLostAgent", actions: ["withdrawOffer", "publish"] },
  },
  states: {
    beginning: {
      always: [
        { guard: "isBlacklisted", target: "blocked", actions: "goWithoutBot" },
        { guard: "hasBot", target: "with_bot" },
        { target: "waiting" },
      ],
    },
    /** The client's messages are kept and offered to nobody. Source: WH-20. */
    blocked: { on: blocked },
    /** Source: BOT-01. */
    with_bot: { on: { ...withBot("refuseWithBot"), "bot.replied": fromBot(["noteAnswered"] as const) } },
    waiting: {
      on: {
        ...acceptable("refuseWaiting"),
        ...blacklistable,
        ...decidedByBot,
        ...fromWaitingClient,
        "chat.transfer-requested": [
          { guard: "canTransfer", actions: [...transferring, "reportTransferred"] },
          { actions: "refuseWaiting" },
        ],
      },
    },
    /** No agent was there, or none accepted; the bot goes on in the meantime. Source: BOT-45, BOT-47. */
    unstaffed: { on: withBot("refuseUnstaffed") },
    with_agent: {
      exit: ["sendTypeout", "noteAgentTypingOver", "forgetAgentTyping"],
      on: {
        "chat.accept-requested": [{ guard: "hasThisAgent" }, { actions: "refuseAnothers" }],
        ...writtenByAgent,
        "chat.transfer-requested": [
          { guard: "isBlacklisted", actions: "refuseBlocked" },
          { guard: "canTransfer", target: "waiting", actions: [...transferring, "reportTransferred"] },
          { actions: "refuseAnothers" },
        ],
        "chat.assign-requested": [
          { guard: "isAnothers", actions: "refuseAnothers" },
          { guard: "canAssign", actions: ["reportAssigned", "noteAssigned", "markUpdated", "publish"] },
          { actions: "refuseAssign" },
        ],
        "agent.left": [
          { guard: "hasLostAgentOfBlacklisted", target: "blocked", actions: ["loseAgent", "publish"] },
          { guard: "hasLostAgent", target: "waiting", actions: ["loseAgent", "publish"] },
        ],
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
        "reportFinished",
      ],
      on: closed,
    },
  },
} as const satisfies Chart<(typeof steps)[number], ChatEvent>;

const types = {
  context: {} as ChatContext,
  events: {} as ChatEvent,
  input: {} as ChatInput,
  emitted: {} as ChatEffect,
};

/** Shared: in most chats these lists stay empty. */
const none: readonly never[] = [];

/** Order of messages, owner of the chat, and tells to other actors. Source: CH-22 to CH-28, CH-31, CH-47 to CH-49, DEL-18, BOT-34. */
export const chatMachine = setup(wire(types, ...steps)).createMachine({
  id: "chat",
  context: ({ input }) => ({
    id: input.id,
    channelId: input.channelId,
    client: input.client,
    agent: null,
    offer: null,
    department: null,
    agentIds: none,
    invites: none,
    isClientTyping: false,
    typingAgent: null,
    lastSeq: 0,
    unread: 0,
    lane: emptyLane,
    bot: input.bot,
    buttons: null,
    visit: beginningVisits[input.surface],
    createdAtMs: input.nowMs,
    updatedAtMs: input.nowMs,
    closedAtMs: null,
  }),
  ...chart,
});
