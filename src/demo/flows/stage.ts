import type { BotProvider } from "../bot/bot-provider.ts";
import type { Crm } from "../crm/crm.ts";
import type { CustomerSystem } from "../customer-system/customer-system.ts";
import type { ParleyChannels, Sender } from "../customer-system/shop.ts";
import { siteChannel } from "../demo-config.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { at, textAt } from "../json.ts";
import type { ScriptedAgent } from "../scripted-agent.ts";
import { visitorNumbered } from "../scripted-agent.ts";
import type { Check } from "../transcript/demo-event.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { ScriptedVisitor, Visit } from "../visitor/scripted-visitor.ts";

/** Who plays in every flow. */
export interface Stage {
  readonly agent: ScriptedAgent;
  readonly channels: ParleyChannels;
  readonly endpoints: CustomerSystem["endpoints"];
  readonly bots: Pick<BotProvider, "find">;
  readonly crm: Pick<Crm, "follow" | "unfollow" | "refusals">;
  readonly gateway: Pick<Gateway, "follow" | "unfollow" | "callsTo">;
  /** A page with the widget, which has not said hello yet. */
  open(visit: Visit, log: FlowLog): ScriptedVisitor;
}

export interface Customer {
  readonly id: string;
  readonly name: string;
}

/** A flow plays and answers what it showed. */
export type Flow = (stage: Stage, customer: Customer, log: FlowLog) => Promise<readonly Check[]>;

export const check = (name: string, isRight: boolean, seen: unknown): Check => ({ name, isRight, seen });

export const okAnswer = { status: 200, body: { result: "ok" } } as const;

/** Somebody comes to a page of the site; what the agent is shown of them is written down. */
export async function enterSite(
  { agent, open }: Stage,
  { id: userToken }: Customer,
  page: Visit["page"],
  log: FlowLog,
): Promise<{ readonly visitor: ScriptedVisitor; readonly number: string }> {
  const visitor = open({ widget: siteChannel, userToken, page }, log);
  const number = await visitor.enter();
  agent.follow(log, visitorNumbered(number));
  return { visitor, number };
}

/** The customer writes, the agent sees it and takes the chat; answers the chat and its message as the agent saw them. */
export async function beginChat(
  { agent, channels }: Stage,
  channelId: string,
  customer: Sender,
  text: string,
  log: FlowLog,
): Promise<{ readonly chatId: string; readonly chat: unknown; readonly seenText: string }> {
  await channels.send(channelId, { sender: customer, text, key: `${customer.id}-first` }, log);
  const frame = await agent.until("the new chat on the desk's socket", (frame) => {
    return at(frame, "type") === "chat" && textAt(frame, "chat", "client", "id") === customer.id;
  });
  const chatId = textAt(frame, "chat", "id");
  const seenText = await untilSaid(agent, chatId, text);
  await agent.accept(chatId, log);
  return { chatId, chat: at(frame, "chat"), seenText };
}

/** What the customer wrote, as the desk's socket shows it. */
export async function untilSaid(agent: ScriptedAgent, chatId: string, text: string): Promise<string> {
  const frame = await agent.until("the customer's message on the desk's socket", (frame) => {
    const isClients = textAt(frame, "message", "from") === "client";
    return textAt(frame, "chatId") === chatId && isClients && textAt(frame, "message", "text") === text;
  });
  return textAt(frame, "message", "text");
}

export interface Ending {
  readonly state: string;
  readonly deliveryId: string;
  readonly attempts: number;
  readonly problem: string;
}

/** What the desk's socket says at last of the delivery of a message; `attemptsBefore` are those of an earlier series. */
export async function untilDelivered(agent: ScriptedAgent, message: unknown, attemptsBefore = 0): Promise<Ending> {
  const id = textAt(message, "id");
  const frame = await agent.until("the end of the delivery on the desk's socket", (frame) => {
    const delivery = at(frame, "message", "delivery");
    const isEnded = ["delivered", "failed"].includes(textAt(delivery, "state"));
    return textAt(frame, "message", "id") === id && isEnded && Number(textAt(delivery, "attempts")) > attemptsBefore;
  });
  const delivery = at(frame, "message", "delivery");
  return {
    state: textAt(delivery, "state"),
    deliveryId: textAt(delivery, "id"),
    attempts: Number(textAt(delivery, "attempts")),
    problem: textAt(delivery, "error", "message"),
  };
}
