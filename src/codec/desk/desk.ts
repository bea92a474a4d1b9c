import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import { canAssign, pageOf } from "../../../machines/chat/changes.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, ProvedFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage, InternalType, MessageContent, MessageQuote } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { CallSummary } from "../../../machines/tells.ts";
import { noAgentId } from "../../core/ids.ts";
import type { Sent } from "../schema/frame.ts";
import { parseMarkdown } from "../text/markdown.ts";
import { cutCodePoints } from "../text/text.ts";
import type { agentSchema, chatSchema, messageSchema } from "./desk-schemas.ts";

/** An agent as the desk sees it. */
export type DeskAgent = Sent<typeof agentSchema>;
/** A chat as the desk sees it. Times are Unix milliseconds. Its call is that of the machines, with their id. */
export type DeskChat = Sent<typeof chatSchema> & { readonly call: CallSummary | null };
export type DeskClient = DeskChat["client"];
export type DeskRow = DeskChat["customData"][number];
/** The last message in a chat. */
type DeskLast = NonNullable<DeskChat["last"]>;
/** Messages of a chat that were not delivered: no agent has sent them again, dismissed them or written after them. */
type DeskFailed = NonNullable<DeskChat["failed"]>;
export type DeskMessage = Sent<typeof messageSchema>;
export type DeskDelivery = NonNullable<DeskMessage["delivery"]>;
type DeskDeliveryState = DeskDelivery["state"];

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
    ...(client.proved !== undefined && { proved: toDeskProof(client, client.proved) }),
  };
}

/** A value that an agent has corrected is not the proved one. Source: WJ-49. */
const toDeskProof = (client: ClientFacts, proved: ProvedFacts): NonNullable<DeskClient["proved"]> => ({
  id: proved.id,
  name: proved.name !== null && proved.name === client.name,
  email: proved.email !== null && proved.email === client.email,
  phone: proved.phone !== null && proved.phone === client.phone,
});

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
    ...(context.visit.seenSeq !== undefined && { seenSeq: context.visit.seenSeq }),
    ...(context.visit.hasNote && { hasNote: true }),
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

/** What a reply quotes of a message; null for one that the client cannot see. Source: WJ-55. */
export function toQuote(message: ChatMessage | undefined): MessageQuote | null {
  if (message === undefined || !isShownToClient(message)) return null;
  const { seq, from, content, agentId } = message;
  return { seq, from, type: content.type, text: cutCodePoints(lineOf(content), lastCodePointsMax), agentId };
}

const internalTypes: ReadonlySet<string> = new Set<InternalType>(["invitation", "note", "event"]);

/** Not notes of agents to each other, events of the chat, and a bot's late messages. */
export const isShownToClient = ({ from, content, isHidden }: ChatMessage): boolean =>
  from !== "system" && isHidden !== true && !internalTypes.has(content.type);

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
    ...(message.quote !== undefined && { quote: message.quote }),
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
