import type { AnyStateMachine } from "xstate";
import { assertEvent, assign, createMachine, emit } from "xstate";
import { botConversationMachine } from "../../../../machines/bot-conversation/bot-conversation.machine.ts";
import { reply } from "../../../../machines/bot-conversation/steps.ts";
import { chatMachine } from "../../../../machines/chat/chat.machine.ts";
import { deliveryMachine } from "../../../../machines/delivery/delivery.machine.ts";
import type { Machines } from "../world/world.ts";

const never = () => false;

/** Returns the machine with other transitions in one state. */
function withAnswers(
  machine: AnyStateMachine,
  state: string,
  answers: Readonly<Record<string, object>>,
): AnyStateMachine {
  const { config, implementations } = machine;
  const { states = {} } = config;
  const changed = { ...states[state], on: { ...states[state]?.on, ...answers } };
  return createMachine({ ...config, states: { ...states, [state]: changed } }, implementations);
}

const sends = { actions: ["joinWithMessage", "queueMessage"] };
const tells = { actions: ["receive", "storeReceivedForBot", "tellWritten"] };
const joins = { actions: ["joinWithNotice", "queueJoined"] };

/** Machines that each break a promise. Walks that do not find them prove nothing. */
export const mutations: Readonly<Record<string, Machines>> = {
  "[BOT-22] the bot fails and the client stays with it": {
    bot: botConversationMachine.provide({ guards: { hasFailed: never } }),
  },
  "[BOT-18, DEL-25] a restart does not end the attempt under way": {
    delivery: deliveryMachine.provide({
      actions: {
        awaitOutcome: emit(({ context }) => ({
          type: "effect.deadline.set",
          id: "attempt-outcome",
          atMs: (context.attempts.at(-1)?.startedAtMs ?? 0) + 8_000,
          atRestart: false,
        })),
      },
    }),
  },
  "[BOT-18, DEL-22] a restart begins the attempts anew": {
    delivery: deliveryMachine.provide({
      actions: {
        keepOutcome: assign(({ context, event }) =>
          event.type === "deadline.reached" && event.restarted ? { attempts: [] } : { attempts: context.attempts },
        ),
      },
    }),
  },
  "[BOT-47] the bot is told what the client writes while an offer runs": {
    chat: withAnswers(chatMachine, "waiting", { "message.received": tells }),
    bot: withAnswers(botConversationMachine, "offering", { "client.wrote": sends }),
  },
  "[BOT-02] whoever asks for an agent first is not told to the bot": {
    bot: botConversationMachine.provide({
      guards: { wantsAgentFirst: never, wantsAvailableAgentFirst: never, hasHeardOf: () => true },
    }),
  },
  "[BOT-44] AGENT_JOINED for a second agent": {
    chat: chatMachine.provide({ guards: { hasBot: ({ context }) => context.bot !== null } }),
    bot: withAnswers(botConversationMachine, "with_agent", { "agent.accepted": joins }),
  },
  "[BOT-16] the lane is not advanced": {
    bot: botConversationMachine.provide({ actions: { advanceLane: assign({}) } }),
  },
  "[BOT-16] the next event is not attempted": {
    bot: botConversationMachine.provide({ actions: { openNext: assign({}) } }),
  },
  "[BOT-34] what the bot says to an agent's client is shown": {
    bot: botConversationMachine.provide({
      actions: {
        replyHidden: emit(({ context, event }) => {
          assertEvent(event, "bot.message-posted");
          return reply(context, event, true);
        }),
      },
    }),
  },
  "[BOT-45] an offer never ends": {
    bot: botConversationMachine.provide({ actions: { expireOffer: assign({}) } }),
  },
  "[BOT-48] an invitation during an offer is another one": {
    bot: withAnswers(botConversationMachine, "offering", {
      "bot.invitation-posted": { target: "unstaffed", actions: ["joinWithNotice", "queueUnavailable"] },
    }),
  },
  "[BOT-17, DEL-01] a fourth attempt": {
    delivery: deliveryMachine.provide({
      guards: { isLastOutcome: ({ context, event }) => event.type === "attempt.failed" && context.attempts.length > 3 },
    }),
  },
  "[BOT-18, DEL-02] the next attempt at once": {
    delivery: deliveryMachine.provide({
      actions: {
        awaitNext: emit(({ event }) => ({
          type: "effect.deadline.set",
          id: "next-attempt",
          atMs: event.nowMs,
          atRestart: false,
        })),
      },
    }),
  },
  "[CH-40] what is sent again goes to the client's id of another type": {
    delivery: deliveryMachine.provide({
      actions: {
        keepRecipient: assign(({ event }) => (event.type === "delivery.opened" ? { recipient: event.recipient } : {})),
      },
    }),
  },
  "[DEL-18] the customer's lane is not opened again": {
    chat: chatMachine.provide({ actions: { openNext: assign({}) } }),
  },
  "[WH-20] an agent takes the chat of a client on the blacklist": {
    chat: withAnswers(chatMachine, "blocked", {
      "chat.accept-requested": { target: "with_agent", actions: ["assignAgent", "publish"] },
    }),
  },
  "[WH-20] what a client on the blacklist writes counts as unread": {
    chat: withAnswers(chatMachine, "blocked", {
      "message.received": {
        actions: ["receive", assign(({ context }) => ({ unread: Number(context["unread"]) + 1 })), "storeReceived"],
      },
    }),
  },
  "[WH-20] the bot goes on with a client on the blacklist": {
    chat: withAnswers(chatMachine, "with_bot", {
      "chat.blacklist-requested": { target: "blocked", actions: ["changeBlacklist", "storeBlacklistLine"] },
    }),
  },
  "[BOT-22] what waits for the bot is forgotten at the hand-over, not ended": {
    bot: botConversationMachine.provide({ actions: { endWithBot: assign({}) } }),
  },
};
