import type { VisitorRequest } from "../../../codec/visitor/visitor-received.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { readButtonText, readOwnChat } from "../../../domain/chat/queries/visitor-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readClientFacts, readOpenChatId } from "../../../domain/client/client-queries.ts";
import type { Store } from "../../../ports/store.ts";
import type { Bounds } from "../../limits/bounds.ts";
import type { VisitorLink } from "./visitor-link.ts";

/** Every request of a page except its beat, which is answered without waiting. */
export type CarriedRequest = Exclude<VisitorRequest, { readonly type: "beat" }>;

/** The stored data that a request needs; other fields have no meaning. */
export interface Found {
  /** Whether a message continues a chat and does not start one. */
  readonly hasOpenChat: boolean;
  /** `""` for a missing button: the chat refuses the click. */
  readonly buttonText: string;
  /** The visitor's known contact data. Source: WJ-29. */
  readonly known: { readonly email: string | null; readonly phone: string | null };
  /** Whether the named chat belongs to the visitor. */
  readonly isOwnChat: boolean;
}

const nothing: Found = {
  hasOpenChat: false,
  buttonText: "",
  known: { email: null, phone: null },
  isOwnChat: true,
};

/** Returns at once for a request that needs no lookup. */
export function lookUp({ conversation }: Visitor, request: CarriedRequest, store: Store): Found | Promise<Found> {
  switch (request.type) {
    case "message":
      return lookUpForMessage(conversation, store);
    case "click":
      return lookUpButton(conversation, request, store);
    case "offline_message":
      return lookUpContact(conversation, store);
    case "rate":
      return request.chat === undefined ? nothing : lookUpChat(conversation, request.chat, store);
    case "seen":
      return lookUpChat(conversation, request.chat, store);
    default:
      return nothing;
  }
}

type RequestOf<Type extends VisitorRequest["type"]> = Extract<VisitorRequest, { readonly type: Type }>;
type Conversation = Visitor["conversation"];

async function lookUpForMessage(conversation: Conversation, store: Store): Promise<Found> {
  return { ...nothing, hasOpenChat: (await readOpenChatId(store, conversation)) !== null };
}

async function lookUpButton(conversation: Conversation, button: RequestOf<"click">, store: Store): Promise<Found> {
  return { ...nothing, buttonText: await readButtonText(store, conversation, button) };
}

async function lookUpContact(conversation: Conversation, store: Store): Promise<Found> {
  const { email = null, phone = null } = (await readClientFacts(store, conversation)) ?? {};
  return { ...nothing, known: { email, phone } };
}

async function lookUpChat(conversation: Conversation, chat: string, store: Store): Promise<Found> {
  return { ...nothing, isOwnChat: (await readOwnChat(store, conversation, asChatId(chat))) !== undefined };
}

/** The stored bytes of a request besides its text: steps, the id that is kept for a day, frames for desks. */
const requestBytes = 1_024;

const beginning: readonly VisitorRequest["type"][] = ["offline_message", "call"];

/** Reverts the counts of a request that had no effect. */
export type GiveBack = () => void;

/**
 * Counts a request of a page, unless it exceeds the quotas of its address or the room on the disk. A request in an open chat needs no
 * quota of new chats.
 */
export function chargeRequest(
  { upgrade: { group } }: VisitorLink,
  { type }: VisitorRequest,
  frameBytes: number,
  hasOpenChat: boolean,
  { addresses, floors }: Bounds,
): Result<GiveBack> {
  const bytes = frameBytes + requestBytes;
  const isBeginning = beginning.includes(type) || (type === "message" && !hasOpenChat);
  const refusal =
    addresses.refuseBytes(group, bytes) ??
    (type === "earlier" ? null : floors.refuseWords()) ??
    (isBeginning ? (floors.refuseChat() ?? addresses.takeChat(group)) : null);
  if (refusal !== null) return { ok: false, failure: refusal };
  addresses.useBytes(group, bytes);
  return ok(() => {
    addresses.useBytes(group, -bytes);
    if (isBeginning) addresses.giveBackChat(group);
  });
}
