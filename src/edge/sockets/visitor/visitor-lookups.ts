import type { VisitorRequest } from "../../../codec/visitor/visitor-received.ts";
import { asChatId } from "../../../core/ids.ts";
import { readButtonText, readOwnChat } from "../../../domain/chat/queries/visitor-queries.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { readClientFacts, readOpenChatId } from "../../../domain/client/client-queries.ts";
import type { VisitorParts } from "./visitor-parts.ts";

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
export function lookUp(
  { conversation }: Visitor,
  request: CarriedRequest,
  parts: Pick<VisitorParts, "store">,
): Found | Promise<Found> {
  switch (request.type) {
    case "message":
      return lookUpForMessage(conversation, parts);
    case "click":
      return lookUpButton(conversation, request, parts);
    case "offline_message":
      return lookUpContact(conversation, parts);
    case "rate":
      return request.chat === undefined ? nothing : lookUpChat(conversation, request.chat, parts);
    default:
      return nothing;
  }
}

type RequestOf<Type extends VisitorRequest["type"]> = Extract<VisitorRequest, { readonly type: Type }>;
type LookUpParts = Pick<VisitorParts, "store">;
type Conversation = Visitor["conversation"];

async function lookUpForMessage(conversation: Conversation, { store }: LookUpParts): Promise<Found> {
  return { ...nothing, hasOpenChat: (await readOpenChatId(store, conversation)) !== null };
}

async function lookUpButton(
  conversation: Conversation,
  button: RequestOf<"click">,
  { store }: LookUpParts,
): Promise<Found> {
  return { ...nothing, buttonText: await readButtonText(store, conversation, button) };
}

async function lookUpContact(conversation: Conversation, { store }: LookUpParts): Promise<Found> {
  const { email = null, phone = null } = (await readClientFacts(store, conversation)) ?? {};
  return { ...nothing, known: { email, phone } };
}

async function lookUpChat(conversation: Conversation, chat: string, { store }: LookUpParts): Promise<Found> {
  return { ...nothing, isOwnChat: (await readOwnChat(store, conversation, asChatId(chat))) !== undefined };
}
