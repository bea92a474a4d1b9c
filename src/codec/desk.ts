import type { AgentProfile } from "../../machines/agent/agent.types.ts";
import type { ChatContext, ClientFacts } from "../../machines/chat/chat.types.ts";
import type { ChatMessage, MediaFields, MessageButton } from "../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import type { MarkdownPart } from "./markdown.ts";
import { parseMarkdown } from "./markdown.ts";

/** An agent as the desk sees it. */
export interface DeskAgent {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly departments: readonly number[];
  readonly role: "admin" | "agent";
}

export interface DeskClient {
  /** The customer system's `sender.id` as text. */
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly photo: string | null;
  readonly invite: string | null;
  readonly userToken: string | null;
}

/** Times are unix milliseconds. */
export interface DeskChat {
  readonly id: string;
  readonly channelId: string;
  readonly state: string;
  readonly client: DeskClient;
  readonly agent: { readonly id: number; readonly name: string } | null;
  readonly department: { readonly id: number; readonly name: string } | null;
  /** Whom the last transfer named, until an agent accepts or the offer ends. */
  readonly offeredTo: { readonly kind: "agent" | "department"; readonly id: number; readonly name: string } | null;
  readonly customData: readonly never[];
  readonly crmLink: null;
  readonly canAssign: boolean;
  readonly page: { readonly url: string } | null;
  readonly session: null;
  readonly unread: number;
  readonly rate: null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type DeskDeliveryState = "pending" | "attempting" | "delivered" | "failed";

export interface DeskDelivery {
  readonly id: string;
  readonly state: DeskDeliveryState;
  /** How many attempts were made or are running. */
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface DeskMessage extends MediaFields {
  readonly seq: number;
  readonly id: string;
  readonly from: ChatMessage["from"];
  readonly type: string;
  readonly text: string;
  /** Markdown as it is to be shown; empty for every other type. Source: BOT-37. */
  readonly parts: readonly MarkdownPart[];
  /** Plain text that is sent where the type cannot be shown. Source: BOT-38. */
  readonly fallback: string | null;
  readonly buttons: readonly MessageButton[];
  /** The button the client clicked. Source: BOT-42. */
  readonly buttonId: string | null;
  /** Recorded, never shown to the client. Source: BOT-34. */
  readonly hidden: boolean;
  readonly agentId: number | null;
  readonly at: number;
  readonly delivery: DeskDelivery | null;
}

/** Source: CH-27. */
const nameOfNameless = "Anonymous";

export function toDeskAgent(profile: AgentProfile): DeskAgent {
  const { id, name, email, phone, photo, departmentIds, role } = profile;
  return { id, name, email, phone, photo, departments: departmentIds, role };
}

function toDeskClient(client: ClientFacts, invite: string | null): DeskClient {
  return {
    id: client.senderId,
    number: client.number,
    name: client.name ?? nameOfNameless,
    email: client.email,
    phone: client.phone,
    description: client.description,
    photo: client.photo,
    invite,
    userToken: null,
  };
}

/** A chat as `/api/chats` and `/ws/desk` show it; `state` is the state of its machine. */
export function toDeskChat(context: ChatContext, state: string): DeskChat {
  return {
    id: context.id,
    channelId: context.channelId,
    state,
    client: toDeskClient(context.client, context.invites.at(-1) ?? null),
    agent: context.agent === null ? null : { id: context.agent.id, name: context.agent.name },
    department: context.department,
    offeredTo: context.offer,
    customData: [],
    crmLink: null,
    canAssign: false,
    page: context.client.url === null ? null : { url: context.client.url },
    session: null,
    unread: context.unread,
    rate: null,
    createdAt: context.createdAtMs,
    updatedAt: context.updatedAtMs,
  };
}

/**
 * A message as the desk shows it, with what became of its delivery to the customer system; the client's own id of it
 * stays out (CH-34). `delivery.state` is the state of the delivery's machine.
 */
export function toDeskMessage(
  message: ChatMessage,
  delivery: { readonly context: DeliveryContext; readonly state: string } | null,
): DeskMessage {
  const { type, text, media, fallback = null, buttons = [] } = message.content;
  return {
    seq: message.seq,
    id: message.id,
    from: message.from,
    type,
    text,
    ...media,
    parts: type === "markdown" ? parseMarkdown(text) : [],
    fallback,
    buttons,
    buttonId: message.buttonId ?? null,
    hidden: message.isHidden ?? false,
    agentId: message.agentId,
    at: message.atMs,
    delivery: delivery === null ? null : toDeskDelivery(delivery.context, delivery.state),
  };
}

function toDeskDelivery(context: DeliveryContext, machineState: string): DeskDelivery {
  const state = toDeliveryState(machineState);
  const error =
    state === "failed" && context.error !== null && !context.error.isHidden
      ? { code: context.error.code, message: context.error.message }
      : null;
  return { id: context.id, state, attempts: context.attempts.length, error };
}

/** A message between two attempts is still being sent. Source: DEL-06. */
export function toDeliveryState(machineState: string): DeskDeliveryState {
  switch (machineState) {
    case "backing_off":
    case "attempting":
      return "attempting";
    case "pending":
    case "delivered":
    case "failed":
      return machineState;
    default:
      throw new TypeError(
        `Expected a delivery in pending, attempting, backing_off, delivered or failed, got ${machineState}`,
      );
  }
}
