import { setup } from "xstate";
import type { ClientWrote } from "../tells.ts";
import type { Chart } from "../wire.ts";
import { wire } from "../wire.ts";
import type { BotConversationContext, BotConversationEffect, BotConversationEvent } from "./bot-conversation.types.ts";
import { emptyBotLane, steps } from "./steps.ts";

const forBot = ["joinWithMessage", "queueMessage"] as const;
const left = ["joinWithNotice", "queueUnavailable"] as const;

/** Transitions for a client's message, the bot's invitation and a transfer while the bot has the dialogue. */
const dialogue = {
  /**
   * The first message goes to the bot also when it asks for an agent: the bot may only answer chats that it knows. Source: BOT-02, BOT-10,
   * BOT-46, BOT-47.
   */
  "client.wrote": [
    { guard: "isForBot", actions: forBot },
    { guard: "wantsAvailableAgentFirst", target: "offering", actions: [...forBot, "keepOfferNotice"] },
    { guard: "wantsAgentFirst", target: "unstaffed", actions: [...forBot, ...left] },
    { guard: "wantsAvailableAgent", target: "offering", actions: "keepOfferNotice" },
    { guard: "wantsAgent", target: "unstaffed", actions: left },
    /** The lane is full. */
    { target: "ended", actions: [...forBot, "endWithBot", "emptyLane"] },
  ],
  /** Source: BOT-43, BOT-45, BOT-48. */
  "bot.invitation-posted": [
    { guard: "isRepeat" },
    { guard: "isAgentAvailable", target: "offering", actions: ["rememberPosted", "keepOfferNotice"] },
    { target: "unstaffed", actions: ["rememberPosted", ...left] },
  ],
  "chat.transferred": { target: "offering", actions: "keepOfferNotice" },
} as const;

/** The dialogue is over for the bot: its messages are kept for the agents. Source: BOT-34, BOT-48. */
const silent = {
  "bot.message-posted": [{ guard: "isRepeat" }, { actions: ["rememberPosted", "replyHidden"] }],
  "agent.accepted": {},
} as const;

const chart = {
  initial: "with_bot",
  on: {
    "delivery.ended": [
      { guard: "hasFailed", target: ".ended", actions: ["endWithBot", "emptyLane"] },
      { guard: "isInFront", actions: ["advanceLane", "openNext"] },
    ],
    "bot.message-posted": [{ guard: "isRepeat" }, { actions: ["rememberPosted", "replyShown"] }],
    "bot.disconnected": { target: ".ended", actions: ["endWithBot", "emptyLane"] },
    "agent.accepted": [
      { guard: "hasHeardOf", target: ".with_agent", actions: ["joinWithNotice", "queueJoined"] },
      { target: ".with_agent" },
    ],
    "chat.closed": { target: ".closed", actions: ["cancelWaiting", "keepFront"] },
  },
  states: {
    with_bot: { on: dialogue },
    /** Client messages go to the agents alone, and a second invitation changes nothing. Source: BOT-47, BOT-48. */
    offering: {
      entry: ["offer", "expireOffer"],
      exit: "clearOffer",
      on: {
        "deadline.reached": { guard: "isOfferOver", target: "unstaffed", actions: left },
      },
    },
    unstaffed: { on: dialogue },
    with_agent: {
      on: {
        ...silent,
        /** The bot was notified of the agent: whatever happens to the chat, it is never notified of a second one. Source: BOT-44. */
        "chat.closed": {},
        "delivery.ended": [
          { guard: "hasFailedBeforeJoining", target: "ended", actions: ["endWithBot", "emptyLane"] },
          { guard: "isInFront", actions: ["advanceLane", "openNext"] },
        ],
      },
    },
    /** The chat is with the agents, and has no bot any more. Source: BOT-22. */
    ended: { on: { ...silent, "delivery.ended": {}, "bot.disconnected": {}, "chat.closed": {} } },
    closed: {
      on: {
        ...silent,
        "delivery.ended": { guard: "isInFront", actions: "advanceLane" },
        "bot.disconnected": {},
        "chat.closed": {},
        /** No agent had the chat before. Source: BOT-44. */
        "chat.reopened": [
          { guard: "hasHeardOf", target: "with_agent", actions: ["joinWithNotice", "queueReopened"] },
          { target: "with_agent" },
        ],
      },
    },
  },
} as const satisfies Chart<typeof steps, BotConversationEvent>;

const types = {
  context: {} as BotConversationContext,
  events: {} as BotConversationEvent,
  input: {} as ClientWrote,
  emitted: {} as BotConversationEffect,
};

/**
 * The state table of surface B. It decides which event goes to the bot and when; its decisions for the chat are tells to the
 * chat in the same commit. Source: BOT-10, BOT-16, BOT-22, BOT-23, BOT-32 to BOT-34, BOT-43 to BOT-49.
 */
export const botConversationMachine = setup(wire(types, steps)).createMachine({
  id: "bot-conversation",
  context: ({ input }) => ({
    chatId: input.chatId,
    channelId: input.channelId,
    clientNumber: input.clientNumber,
    providerId: input.providerId,
    lane: emptyBotLane,
    hasSent: false,
    offerNotice: null,
    posted: [],
  }),
  ...chart,
});
