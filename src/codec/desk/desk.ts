import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import { canAssign, pageOf } from "../../../machines/chat/changes.ts";
import type { ChatContext, ChatRate } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, CustomDataRow, PageFacts, SessionFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage, MediaFields, MessageButton, MessageContent } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { CallSummary } from "../../../machines/tells.ts";
import { noAgentId } from "../../core/ids.ts";
import type { MarkdownPart } from "../text/markdown.ts";
import { parseMarkdown } from "../text/markdown.ts";
import { cutCodePoints } from "../text/text.ts";

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
  /** Never shown: only webhooks contain the token. Source: WJ-24. */
  readonly userToken: null;
  readonly blacklisted: boolean;
  /** The number of the client's chats, including this one. */
  readonly chatsCount: number;
}

export interface DeskRow extends CustomDataRow {
  /** True for a row from the visitor's page, where anyone can write anything. Source: WJ-20. */
  readonly fromPage: boolean;
}

/** The last message in a chat. */
export interface DeskLast {
  readonly seq: number;
  readonly from: ChatMessage["from"];
  readonly type: string;
  readonly text: string;
  readonly at: number;
}

/**
 * Messages of a chat that were not delivered and need attention: no agent has sent them again, dismissed them or written after
 * them.
 */
export interface DeskFailed {
  readonly count: number;
  /** The time at which the first of them failed. */
  readonly since: number;
  /** The time of the latest failure. The fields below belong to this failure, too. */
  readonly at: number;
  readonly seq: number;
  readonly deliveryId: string;
  /** The agent who wrote the message; null for a bot. */
  readonly agentId: number | null;
  /** Null for a code whose text is not shown, and while the message is sent again. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The deliveries of all these messages, in the order in which the messages were written. */
  readonly deliveryIds: readonly string[];
}

/** A chat as the desk sees it. Times are Unix milliseconds. */
export interface DeskChat {
  readonly id: string;
  readonly channelId: string;
  readonly state: string;
  readonly client: DeskClient;
  readonly agent: { readonly id: number; readonly name: string } | null;
  readonly department: { readonly id: number; readonly name: string } | null;
  /** The agent or department that the last transfer named, until an agent accepts or the offer ends. */
  readonly offeredTo: { readonly kind: "agent" | "department"; readonly id: number; readonly name: string } | null;
  /** The rows of the CRM, followed by those of the page. */
  readonly customData: readonly DeskRow[];
  readonly crmLink: string | null;
  readonly canAssign: boolean;
  /** The chat was assigned to the CRM card at `crmLink`. Source: WH-15. */
  readonly assigned: boolean;
  /** The page on which the chat began. */
  readonly firstPage: PageFacts | null;
  readonly page: PageFacts | null;
  readonly session: SessionFacts | null;
  readonly call: CallSummary | null;
  readonly unread: number;
  /** The last message, cut to 160 code points; null if there is none. Notes, events and hidden messages do not count. */
  readonly last: DeskLast | null;
  /**
   * The time of the client's first message that no person has answered; null if the client does not wait for an answer of a person.
   */
  readonly waitingSince: number | null;
  readonly rate: ChatRate | null;
  /** Null if there are no failed messages. */
  readonly failed: DeskFailed | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
  /** The time until which an agent may reopen the chat, if its client has not begun another chat; null if it cannot be reopened. */
  readonly reopenableUntil: number | null;
}

export type DeskDeliveryState = "pending" | "attempting" | "delivered" | "failed";

export interface DeskDelivery {
  readonly id: string;
  readonly state: DeskDeliveryState;
  /** The number of attempts that were made or are running. */
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface DeskMessage extends MediaFields {
  readonly seq: number;
  readonly id: string;
  readonly from: ChatMessage["from"];
  readonly type: string;
  readonly text: string;
  /** The number of characters that were cut off from the received text; absent if the text is complete. Source: CH-36. */
  readonly cut?: number;
  /** The parsed markdown to show; empty for every other type. Source: BOT-37. */
  readonly parts: readonly MarkdownPart[];
  /** Plain text that is sent if the channel cannot show the type. Source: BOT-38. */
  readonly fallback: string | null;
  readonly buttons: readonly MessageButton[];
  /** The button the client clicked. Source: BOT-42. */
  readonly buttonId: string | null;
  /** The message is stored but never shown to the client. Source: BOT-34. */
  readonly hidden: boolean;
  readonly agentId: number | null;
  readonly at: number;
  readonly delivery: DeskDelivery | null;
}

const lastCodePointsMax = 160;
/** Source: CH-27. */
export const nameOfNameless = "Anonymous";

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
    blacklisted: client.isBlacklisted,
    chatsCount: client.chatsCount,
  };
}

type DeliveryAt = { readonly context: DeliveryContext; readonly state: string };

/**
 * A chat as `/api/chats` and `/ws/desk` show it. `state` is the state of its machine, and `last` is its last message.
 * `reopenWindowMs` is the time after its end in which it may be reopened. `failure` is the latest failed delivery of the messages
 * that are marked as failed.
 */
export function toDeskChat(
  context: ChatContext,
  state: string,
  last: ChatMessage | null,
  reopenWindowMs: number,
  failure: DeliveryAt | null = null,
): DeskChat {
  return {
    id: context.id,
    channelId: context.channelId,
    state,
    client: toDeskClient(context.client, context.invites.at(-1) ?? null),
    agent: context.agent === null ? null : { id: context.agent.id, name: context.agent.name },
    department: context.department,
    offeredTo: context.offer,
    customData: toDeskRows(context),
    crmLink: context.visit.crm?.crmLink ?? null,
    canAssign: state === "with_agent" && canAssign(context),
    assigned: context.visit.crm?.isAssigned ?? false,
    firstPage: context.visit.firstPage,
    page: context.visit.crm?.page ?? pageOf(context.client),
    session: context.client.session,
    call: context.visit.call,
    unread: context.unread,
    last: last === null ? null : toDeskLast(last),
    waitingSince: isPersonAwaited(state) ? context.visit.waitingSinceMs : null,
    rate: context.visit.rate,
    failed: toDeskFailed(context, failure),
    createdAt: context.createdAtMs,
    updatedAt: context.updatedAtMs,
    closedAt: context.closedAtMs,
    reopenableUntil: toReopenableUntil(context, reopenWindowMs),
  };
}

function toDeskFailed({ visit: { failed } }: ChatContext, failure: DeliveryAt | null): DeskFailed | null {
  const latest = failed.at(-1);
  if (latest === undefined) return null;
  const { atMs: at, seq, deliveryId, agentId } = latest;
  return {
    count: failed.length,
    since: Math.min(...failed.map(({ atMs }) => atMs)),
    at,
    seq,
    deliveryId,
    agentId: agentId === noAgentId ? null : agentId,
    error: failure === null ? null : toDeskDelivery(failure.context, failure.state).error,
    deliveryIds: failed.toSorted((one, other) => one.seq - other.seq).map(({ deliveryId: id }) => id),
  };
}

function toReopenableUntil({ closedAtMs, visit, client }: ChatContext, reopenWindowMs: number): number | null {
  if (closedAtMs === null || visit.isExpired === true || client.isBlacklisted) return null;
  return closedAtMs + reopenWindowMs;
}

/** In every other state, the client is with the bot, on the blacklist, or the chat is closed. */
const isPersonAwaited = (state: string): boolean =>
  state === "waiting" || state === "unstaffed" || state === "with_agent";

const toDeskLast = ({ seq, from, content, atMs }: ChatMessage): DeskLast => ({
  seq,
  from,
  type: content.type,
  text: cutCodePoints(lineOf(content), lastCodePointsMax),
  at: atMs,
});

/** The short text of a message in a list; empty for a media message that has neither comment nor name. */
export function lineOf({ type, text, media, buttons }: MessageContent): string {
  if (type === "markdown") return parseMarkdown(text).reduce((line, part) => line + part.text, "");
  return text || media?.file_name || buttons?.[0]?.text || "";
}

const toDeskRows = ({ visit, client }: ChatContext): readonly DeskRow[] => [
  ...(visit.crm?.customData ?? []).map((row) => ({ ...row, fromPage: false })),
  ...client.pageData.map((row) => ({ ...row, fromPage: true })),
];

/**
 * A message as the desk shows it, with the state of its delivery to the customer system. The id that the client gave the message
 * is left out (CH-34). `delivery.state` is the state of the delivery's machine.
 */
export function toDeskMessage(message: ChatMessage, delivery: DeliveryAt | null): DeskMessage {
  const { type, text, cut, media, fallback = null, buttons = [] } = message.content;
  return {
    seq: message.seq,
    id: message.id,
    from: message.from,
    type,
    text,
    ...(cut === undefined ? {} : { cut }),
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

/** A message that waits between two attempts is shown as being sent. Source: DEL-06. */
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
