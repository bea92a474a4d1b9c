import type { ChatContext, ChatEvent, ChatInput, MessageReceived } from "../../../machines/chat/chat.types.ts";
import type { ContactChange, CrmAnswer, VisitorChange } from "../../../machines/chat/client.types.ts";
import type { Report } from "../../../machines/tells.ts";
import { webhookEvents } from "../../../src/codec/settings/webhook-events.ts";
import { asCallId, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { Cell, throughStore } from "../cells.ts";
import { situation } from "./chat-bot-steps.ts";
import { accept, botNotice, chat, input, kim, lee, received, t0 } from "./chat-steps.ts";

export const contact = (change: ContactChange): ActorEvent => ({
  type: "chat.contact-change-requested",
  nowMs: t0 + 60,
  change,
});
export const changed = (change: VisitorChange): ActorEvent => ({ type: "visitor.changed", nowMs: t0 + 60, change });
export const assign = (agent = kim): ActorEvent => ({ type: "chat.assign-requested", nowMs: t0 + 70, agent });
export const says = (number: number, sender: Partial<MessageReceived["sender"]> = {}) =>
  received(number, { senderIdKind: "string", ...sender });
export const transferTo = (agent: typeof kim): ActorEvent => ({
  type: "chat.transfer-requested",
  nowMs: t0 + 80,
  agent: agent === kim ? lee : kim,
  isAdministrator: true,
  to: { kind: "agent", id: agent.id, name: agent.name },
  messageId: asMessageId("transfer"),
  notice: botNotice("transfer"),
  acceptTimeoutMs: 4_000,
});
export const blacklist = (isBlacklisted: boolean, nowMs = t0 + 90): ActorEvent => ({
  type: "chat.blacklist-requested",
  nowMs,
  agent: lee,
  isBlacklisted,
  messageId: asMessageId(`blacklist-${nowMs}`),
});
export const calls = (phone: string): ActorEvent => ({
  type: "call.requested",
  nowMs: t0 + 88,
  id: asCallId("C1"),
  callType: "callback",
  phone,
  rung: null,
  chosenId: null,
  failure: null,
});
export const answered = (answer: CrmAnswer, event: "chat_accepted" | "chat_updated" = "chat_accepted"): ActorEvent => ({
  type: "crm.answered",
  nowMs: t0 + 95,
  event,
  answer,
});
const refusal = { kind: "error_answer", code: "error_answer", message: "Card 551 is locked" } as const;
export const refused: ActorEvent = {
  type: "report.refused",
  nowMs: t0 + 96,
  event: "chat_updated",
  failure: refusal,
  lineId: asMessageId("W1/1"),
};
export const card = { enableAssign: true, crmLink: "https://crm.example.com/cards/1" };
export const row = { title: "Orders", content: "3 open", key: null, link: null };
export const page = { url: "https://shop.example.com/wheels", title: "Wheels" };

const ways: readonly ((cell: Cell) => Cell)[] = [(cell) => cell, throughStore];

interface Played {
  readonly state: string;
  readonly context: ChatContext;
  readonly effects: readonly Effect[];
  /** The effects of the last event. */
  readonly last: readonly Effect[];
}

/** Returns the chat after these events. The result is the same in memory, and if the chat is evicted before each of them. */
export function play(events: readonly ActorEvent[], given: ChatInput = input): Played {
  const played = ways.map((between): Played => {
    let cell = Cell.create(chat.actor, chat.conversation, given);
    const effects = [...cell.takeEffects()];
    let last: readonly Effect[] = [];
    for (const event of events) {
      cell = between(cell);
      last = cell.step(event);
      effects.push(...last);
    }
    return { state: cell.state, context: cell.context as ChatContext, effects, last };
  });
  const [first] = played;
  if (first === undefined || played.some((one) => JSON.stringify(one) !== JSON.stringify(first)))
    throw new Error("Expected the same result of a live chat and of an evicted one");
  return first;
}

function describe(report: Report): string {
  switch (report.event) {
    case "chat_finished":
      return `chat_finished by ${report.agentIds.join(" and ")}`;
    case "chat_assigned":
      return `chat_assigned to ${report.assignTo} by ${report.agentId}`;
    default:
      return `${report.event} by ${"agentId" in report ? report.agentId : "nobody"}`;
  }
}
export const reportsOf = (effects: readonly Effect[]): readonly Report[] =>
  effects.flatMap((effect) => (effect.type === "effect.report.make" ? [effect.report] : []));
/** The reports that the webhook URL gets. */
export const ofUrl = (made: readonly Report[]): readonly Report[] =>
  made.filter(({ event }) => webhookEvents.some((name) => name === event));
export const reports = (events: readonly ActorEvent[], given?: ChatInput): readonly string[] =>
  ofUrl(reportsOf(play(events, given).effects)).map(describe);

export const accepted = [says(1), accept(kim)];
export const botInput: ChatInput = { ...input, bot: "connected" };
export const asks = (number: number, agentsOnline = true): MessageReceived => ({
  ...says(number),
  bot: situation(number, { agentsOnline }),
});
export const unstaffed: ActorEvent = { type: "bot.unstaffed", nowMs: t0 + 5, notice: botNotice("unstaffed") };
export const offered: ActorEvent = { type: "bot.offered", nowMs: t0 + 5 };
export const loses = (agent: typeof kim): ActorEvent => ({ type: "agent.left", nowMs: t0 + 85, agentId: agent.id });

/** The same event at another time. */
export const at = (event: ActorEvent, nowMs: number): ChatEvent => ({ ...event, nowMs }) as ChatEvent;
