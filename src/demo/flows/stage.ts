import type { ScriptedAgent } from "../cast/agent.ts";
import { visitorNumbered } from "../cast/agent.ts";
import type { Crm } from "../cast/crm.ts";
import type { SeenRequest } from "../cast/customer-system.ts";
import type { Phones } from "../cast/phones.ts";
import type { Rivets } from "../cast/rivet.ts";
import type { ParleyChannels, Sender, ShopSystem } from "../cast/shop.ts";
import type { ScriptedVisitor, Visit } from "../cast/visitor.ts";
import { siteChannel } from "../demo-config.ts";
import type { Check, FlowName } from "../demo-event.ts";
import type { FlowLog } from "../flow-log.ts";
import { at, textAt } from "../json.ts";

/** The participants that every flow uses. */
export interface Stage {
  readonly agent: ScriptedAgent;
  readonly channels: ParleyChannels;
  readonly shop: ShopSystem;
  readonly bots: Rivets;
  readonly crm: Crm;
  readonly phones: Phones;
  /** Creates a page with the widget. The page has not sent `hello` yet. */
  open(visit: Visit, log: FlowLog): ScriptedVisitor;
}

export interface Customer {
  readonly id: string;
  readonly name: string;
}

/** Plays a conversation and resolves with its checks. */
export type Flow = (stage: Stage, customer: Customer, log: FlowLog) => Promise<readonly Check[]>;

export interface Conversation {
  readonly name: FlowName;
  readonly title: string;
  readonly customerName: string;
  readonly flow: Flow;
}

export const check = (name: string, isRight: boolean, seen: unknown): Check => ({ name, isRight, seen });

/** The messages for a channel that the customer system got. */
export const heardFor = ({ shop }: Stage, channelId: string): readonly SeenRequest[] =>
  shop.requests.filter((message) => message.channelId === channelId);

/** A typing notice is lost if the service crashes while it handles the notice. */
export const noticeMs = 3_000;

/** A visitor opens a page of the site. The log records the frames that the agent receives about this visitor. */
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

/** The customer writes, and the agent accepts the chat. Resolves with the chat and its message as the agent received them. */
export async function beginChat(
  { agent, channels }: Stage,
  channelId: string,
  customer: Sender,
  text: string,
  log: FlowLog,
): Promise<{ readonly chatId: string; readonly chat: unknown; readonly seenText: string }> {
  await channels.send(channelId, { sender: customer, text, key: `${customer.id}-first` }, log);
  const frame = await agent.socket.until("the new chat on the desk's socket", (frame) => {
    return at(frame, "type") === "chat" && textAt(frame, "chat", "client", "id") === customer.id;
  });
  const chatId = textAt(frame, "chat", "id");
  const seenText = await untilSaid(agent, chatId, text);
  await agent.accept(chatId, log);
  return { chatId, chat: at(frame, "chat"), seenText };
}

/** Waits until the desk's socket shows the customer's text. */
export async function untilSaid(agent: ScriptedAgent, chatId: string, text: string): Promise<string> {
  const frame = await agent.socket.until("the customer's message on the desk's socket", (frame) => {
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

/**
 * Waits for the final delivery state of a message on the desk's socket. `attemptsBefore` is the number of attempts in an earlier
 * series.
 */
export async function untilDelivered(agent: ScriptedAgent, message: unknown, attemptsBefore = 0): Promise<Ending> {
  const id = textAt(message, "id");
  const frame = await agent.socket.until("the end of the delivery on the desk's socket", (frame) => {
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
