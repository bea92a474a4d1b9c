import t from "tap";
import type { ChatEvent } from "../../../machines/chat/chat.types.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { botEnded, wrote } from "../bot-conversation/bot-steps.ts";
import { runTable } from "../table.ts";
import {
  asks,
  botChat,
  botFailure,
  botLeft,
  botSaid,
  disconnected,
  noStaff,
  offered,
  storedAs,
  storedForBot,
  storedLine,
  taken,
  toBot,
  unstaffedChat,
  waitingForAgent,
  withBot,
  withoutItsBot,
} from "./chat-bot-steps.ts";
import { cancelled, channelClosed, toLee, transfer } from "./chat-hand-steps.ts";
import {
  accept,
  botNotice,
  chat,
  client,
  close,
  forgetTyping,
  kim,
  lee,
  nothing,
  publish,
  received,
  refused,
  reply,
  reportAccepted,
  reportBotFailed,
  reportFinished,
  reportTransferred,
  stored,
  t0,
} from "./chat-steps.ts";

const acceptedEvent = (seq: number): Effect =>
  toBot({ type: "agent.accepted", nowMs: t0 + 50, messageSeq: seq, notice: botNotice("accept") });
const takenLine = (seq: number): Effect =>
  storedLine(seq, "line-accept", "Kim took the chat; the bot is notified.", t0 + 50, "Baccept");
const transferBy = (isAdministrator: boolean): ActorEvent =>
  transfer(toLee, { isAdministrator, acceptTimeoutMs: 7_000 });
const transferLine = (seq: number): Effect =>
  storedAs({
    seq,
    name: "transfer-1",
    from: "system",
    content: { type: "event", text: "Kim transferred the chat to Lee.", media: null },
    agentId: kim.id,
    atMs: t0 + 400,
  });
const transferred = reportTransferred(t0 + 400, toLee);
const botHasFailed = reportBotFailed(t0 + 260, botFailure);

runTable(t, {
  ...botChat,
  tests: {
    "[BOT-43, BOT-48] the bot or an administrator offers the chat": [
      {
        name: "offered: the chat waits for agents",
        given: withBot,
        when: offered,
        state: "waiting",
        effects: [publish],
        context: { bot: "connected", updatedAtMs: t0 + 200 },
      },
      {
        name: "nobody accepted: unstaffed, and a line says that the bot was told",
        given: waitingForAgent,
        when: noStaff,
        state: "unstaffed",
        effects: [storedLine(2, "line-invite", "No agent was available; the bot is notified.", t0 + 250, "Binvite")],
        context: { bot: "connected" },
      },
      {
        name: "nobody was there at all",
        given: withBot,
        when: noStaff,
        state: "unstaffed",
        effects: [storedLine(2, "line-invite", "No agent was available; the bot is notified.", t0 + 250, "Binvite")],
      },
      {
        name: "unstaffed, offered anew: it waits again",
        given: unstaffedChat,
        when: offered,
        state: "waiting",
        effects: [publish],
      },
      {
        name: "an agent may still join later",
        given: unstaffedChat,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, takenLine(3), acceptedEvent(3)],
      },
      {
        name: "an administrator transfers a chat of the bot: it is offered, as the bot itself would",
        given: withBot,
        when: transferBy(true),
        state: "with_bot",
        effects: [
          transferLine(2),
          nothing,
          toBot({ type: "chat.transferred", nowMs: t0 + 400, notice: botNotice("transfer"), acceptTimeoutMs: 7_000 }),
          transferred,
        ],
        context: { offer: toLee },
      },
      {
        name: "an administrator transfers an unstaffed chat",
        given: unstaffedChat,
        when: transferBy(true),
        state: "unstaffed",
        effects: [
          transferLine(3),
          nothing,
          toBot({ type: "chat.transferred", nowMs: t0 + 400, notice: botNotice("transfer"), acceptTimeoutMs: 7_000 }),
          transferred,
        ],
      },
      {
        name: "an administrator offers to another while the offer runs: no new one begins for the bot",
        given: waitingForAgent,
        when: transferBy(true),
        state: "waiting",
        effects: [transferLine(2), nothing, transferred],
      },
      {
        name: "the offer of a transfer that nobody accepted is over",
        given: [...withBot, transferBy(true), offered],
        when: noStaff,
        state: "unstaffed",
        effects: [storedLine(3, "line-invite", "No agent was available; the bot is notified.", t0 + 250, "Binvite")],
        context: { offer: null },
      },
    ],
    "[BOT-47, BOT-49] the bot is told what the client writes only until an agent is offered the chat or has it": [
      {
        name: "while the offer runs the client's messages are the agents' alone",
        given: waitingForAgent,
        when: asks(2),
        state: "waiting",
        effects: [stored(2, received(2))],
      },
      {
        name: "unstaffed: the bot is told what the client writes, and the agents find it",
        given: unstaffedChat,
        when: asks(2),
        state: "unstaffed",
        effects: [storedForBot(3, 2), toBot(wrote(2, { messageSeq: 3 }))],
        context: { unread: 2 },
      },
      {
        name: "once an agent is in the chat the client's messages do not go to the bot",
        given: taken,
        when: asks(2),
        state: "with_agent",
        effects: [stored(3, received(2))],
      },
      {
        name: "the client's messages do not go to the bot when that agent has handed the chat on",
        given: [...taken, transferBy(false)],
        when: asks(2),
        state: "waiting",
        effects: [stored(4, received(2))],
      },
    ],
    "[BOT-22, BOT-23] the bot failed": [
      {
        name: "the bot failed: the chat waits for agents, and a line says why",
        given: withBot,
        when: botLeft,
        state: "waiting",
        effects: [storedLine(2, "line-left", "The bot failed: HTTP 503.", t0 + 260), botHasFailed],
        context: { bot: "left" },
      },
      {
        name: "the bot failed while an offer ran",
        given: waitingForAgent,
        when: botLeft,
        state: "waiting",
        effects: [storedLine(2, "line-left", "The bot failed: HTTP 503.", t0 + 260), botHasFailed],
        context: { bot: "left" },
      },
      {
        name: "the bot failed in the unstaffed state: the chat waits without it",
        given: unstaffedChat,
        when: botLeft,
        state: "waiting",
        effects: [storedLine(3, "line-left", "The bot failed: HTTP 503.", t0 + 260), botHasFailed],
        context: { bot: "left" },
      },
      {
        name: "no further event goes to a bot that failed",
        given: withoutItsBot,
        when: asks(2),
        state: "waiting",
        effects: [stored(3, received(2))],
      },
      {
        name: "no AGENT_JOINED either",
        given: withoutItsBot,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, publish],
        context: { bot: "left" },
      },
      {
        name: "the bot failed when an agent had the chat: nothing changes for the agent",
        given: taken,
        when: { ...botEnded(t0 + 500, "late", "line-late") } as ChatEvent,
        state: "with_agent",
        effects: [],
        context: { bot: "left", agent: kim },
      },
    ],
    "an agent takes the chat": [
      {
        name: "an agent takes the chat from the bot, unasked",
        given: withBot,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, takenLine(2), acceptedEvent(2)],
        context: { agent: kim, bot: "left", unread: 0 },
      },
      {
        name: "an agent accepts what was offered",
        given: waitingForAgent,
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, takenLine(2), acceptedEvent(2)],
      },
      {
        name: "once per chat: the agent after the first one is not told to the bot",
        given: [...taken, transferBy(false)],
        when: accept(lee),
        state: "with_agent",
        effects: [nothing, publish],
      },
    ],
    "[BOT-01] what needs an agent who accepted is refused": [
      {
        name: "a second agent is told who took it",
        given: taken,
        when: accept(lee),
        state: "with_agent",
        effects: [refused('The chat is with Kim; only this agent can do "accept".')],
      },
      ...(["with the bot", "unstaffed"] as const).flatMap((where) => {
        const [given, state] = where === "unstaffed" ? [unstaffedChat, "unstaffed"] : [withBot, "with_bot"];
        const refusal = (step: string): Effect[] => [
          refused(`The chat is ${where}; "${step}" needs an agent who accepted it.`),
        ];
        return [
          { when: reply(1), step: "send a message" },
          {
            when: { type: "chat.typing-requested", nowMs: t0 + 1, agent: kim, state: "typein" } as const,
            step: "typing",
          },
          { when: { type: "chat.assign-requested", nowMs: t0 + 1, agent: kim } as const, step: "assign" },
          { when: transferBy(false), step: "transfer" },
        ].map(({ when, step }) => ({
          name: `${where}: "${step}" is refused`,
          given,
          when,
          state,
          effects: refusal(step),
        }));
      }),
    ],
    "[BOT-08] the channel is closed": [
      {
        name: "the channel is closed: the bot's part is over, and its messages on their way are cancelled",
        given: [...withBot, botSaid(1), botSaid(2)],
        when: channelClosed,
        state: "with_bot",
        effects: [cancelled(1, 2), disconnected(t0 + 800, "line-closed", "The channel is disabled.")],
        context: { lane: { active: "D1", waiting: [] } },
      },
      {
        name: "the channel is closed when the bot has left already",
        given: withoutItsBot,
        when: channelClosed,
        state: "waiting",
        effects: [nothing, nothing],
      },
    ],
    "a chat that no agent had is closed": [
      ...[withBot, waitingForAgent, unstaffedChat].map((given, index) => ({
        name: `a chat that no agent had is closed (${index + 1}): the bot conversation is told`,
        given,
        when: close(kim),
        state: "closed",
        effects: [
          toBot({ type: "chat.closed", nowMs: t0 + 900 }),
          nothing,
          { type: "effect.client.store", client, openChatId: null } as const,
          publish,
          forgetTyping,
          reportFinished,
        ],
        context: { bot: "left" },
      })),
    ],
  },
});

runTable(t, {
  ...chat,
  tests: {
    "a chat that was open when the bot was connected": [
      {
        name: "a chat that was open when the bot was connected stays where it is",
        given: [received(1)],
        when: asks(2),
        state: "waiting",
        effects: [stored(2, received(2))],
        context: { bot: null },
      },
      {
        name: "the bot is not notified of the agent of a chat that was open when the bot was connected",
        given: [received(1), asks(2)],
        when: accept(kim),
        state: "with_agent",
        effects: [reportAccepted, publish],
        context: { bot: null },
      },
    ],
  },
});
