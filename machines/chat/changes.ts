import type { DeliveryId, MessageId } from "../ids.ts";
import type { ChatContext, ChatVisit, FailedMessage } from "./chat.types.ts";
import type { ClientFacts, ContactChange, PageFacts, ProvedFacts, SenderFacts, VisitorChange } from "./client.types.ts";
import type { ChatMessage, InternalType, MessageContent, StoreMessageEffect } from "./message.types.ts";

/** The newest received value wins; an absent one erases nothing. Source: CH-27, CH-28, CH-40. */
export function withSenderFacts(client: ClientFacts, sender: SenderFacts): ClientFacts {
  if (!isChangedBy(client, sender)) return client;
  return {
    ...client,
    senderIdKind: sender.senderIdKind,
    name: sender.name ?? client.name,
    phone: sender.phone ?? client.phone,
    email: sender.email ?? client.email,
    photo: sender.photo ?? client.photo,
    url: sender.url ?? client.url,
    pageTitle: (sender.url ?? client.url) === client.url ? client.pageTitle : null,
  };
}

export const pageOf = ({ url, pageTitle: title }: ClientFacts): PageFacts | null =>
  url === null ? null : { url, title };

/** Data from the page count as if the visitor had entered them. Source: WH-16, WJ-15. */
export function withVisitorChange(client: ClientFacts, change: VisitorChange): ClientFacts {
  const { contact, page, userToken, session, pageData, proved } = change;
  const before = proved === undefined ? client : withProof(client, proved);
  return {
    ...withContactChange(before, contact === undefined ? {} : withoutProved(contact, before.proved)),
    ...(page !== undefined && { url: page.url, pageTitle: page.title }),
    ...(userToken !== undefined && { userToken }),
    ...(session !== undefined && { session }),
    ...(pageData !== undefined && { pageData }),
  };
}

const provable = ["name", "email", "phone"] as const;

/** An agent's correction counts until another value is proved. */
function withProof(client: ClientFacts, proved: ProvedFacts): ClientFacts {
  const known: { -readonly [Key in keyof ClientFacts]: ClientFacts[Key] } = { ...client, proved };
  for (const key of provable)
    if (proved[key] !== null && proved[key] !== client.proved?.[key]) known[key] = proved[key];
  return known;
}

/** The contact data that a page may set: nobody but the web site's server changes what it proved. Source: WJ-49. */
export const withoutProved = (contact: ContactChange, proved: ProvedFacts | undefined): ContactChange =>
  proved === undefined
    ? contact
    : Object.fromEntries(
        Object.entries(contact).filter(([key]) => provable.every((fact) => fact !== key || proved[fact] === null)),
      );

/** Whether the reported data of a visitor differ. Source: WH-07, WH-16. */
export const isContactChanged = (before: ClientFacts, after: ClientFacts): boolean =>
  before.name !== after.name ||
  before.email !== after.email ||
  before.phone !== after.phone ||
  before.description !== after.description;

export function isChangedBy(client: ClientFacts, sender: SenderFacts): boolean {
  return (
    sender.senderIdKind !== client.senderIdKind ||
    (sender.name ?? client.name) !== client.name ||
    (sender.phone ?? client.phone) !== client.phone ||
    (sender.email ?? client.email) !== client.email ||
    (sender.photo ?? client.photo) !== client.photo ||
    (sender.url ?? client.url) !== client.url
  );
}

/** An agent's correction counts until the client sends another value. */
export const withContactChange = (client: ClientFacts, change: ContactChange): ClientFacts => ({
  ...client,
  ...change,
});

/** The phone number of a call becomes the client's number where none was known. */
export const withCaller = (client: ClientFacts, phone: string): ClientFacts =>
  client.phone === null ? { ...client, phone } : client;

/** One literal with all its fields: copies of it keep the same small layout. */
const beginning = (surface: ChatVisit["surface"]): ChatVisit => ({
  surface,
  firstPage: null,
  crm: null,
  call: null,
  rate: null,
  isAccepted: false,
  waitingSinceMs: null,
  linesBehind: 0,
  failed: [],
});

/** The visit at the beginning of a chat, by the client's surface. Shared: a new chat needs no copy. */
export const beginningVisits: Readonly<Record<ChatVisit["surface"], ChatVisit>> = {
  api: beginning("api"),
  widget: beginning("widget"),
};

/** The chat begins on the client's present page. Source: WH-19. */
export function onFirstPage(visit: ChatVisit, client: ClientFacts): ChatVisit {
  const firstPage = pageOf(client);
  return firstPage === null ? visit : { ...visit, firstPage };
}

/** A message was exchanged; the client waits since then, or for nobody (`null`). */
export const withSaid = (visit: ChatVisit, waitingSinceMs: number | null): ChatVisit =>
  visit.linesBehind === 0 && visit.waitingSinceMs === waitingSinceMs
    ? visit
    : { ...visit, linesBehind: 0, waitingSinceMs };

/** A message outside the conversation was stored, such as a note or an event. */
export const withLine = (visit: ChatVisit): ChatVisit => ({ ...visit, linesBehind: visit.linesBehind + 1 });

/** An agent wrote a note. */
export const withNote = (visit: ChatVisit): ChatVisit => ({ ...withLine(visit), hasNote: true });

/** An agent pressed Reply: from then on the chat counts as accepted. Source: WJ-35. */
export const withAcceptance = (visit: ChatVisit): ChatVisit =>
  visit.isAccepted ? visit : { ...visit, isAccepted: true };

export const withWaiting = (visit: ChatVisit, waitingSinceMs: number | null): ChatVisit =>
  visit.waitingSinceMs === waitingSinceMs ? visit : { ...visit, waitingSinceMs };

export const withFailed = (visit: ChatVisit, failed: readonly FailedMessage[]): ChatVisit =>
  visit.failed.length === 0 && failed.length === 0 ? visit : { ...visit, failed };

/** The bind button is visible and was not pressed yet. Source: WH-15, WH-28. */
export const canAssign = ({ visit: { crm } }: Pick<ChatContext, "visit">): boolean =>
  crm?.enableAssign === true && crm.crmLink !== null && !crm.isAssigned;

/** The visitor's present page replaces the page that the owner's server named. Source: WH-29. */
export const withoutCrmPage = (visit: ChatVisit): ChatVisit =>
  visit.crm === null || visit.crm.page === null ? visit : { ...visit, crm: { ...visit.crm, page: null } };

type Written = Pick<ChatMessage, "id" | "from" | "content"> &
  Partial<Omit<ChatMessage, "id" | "from" | "content" | "seq" | "atMs">>;

interface Dated {
  readonly nowMs: number;
}

/** The message that was just numbered, as it is stored. */
export function storedAs(context: ChatContext, event: Dated, message: Written): StoreMessageEffect {
  const { id, from, content, agentId = null, externalId = null, deliveryId = null, ...rest } = message;
  const { nowMs: atMs } = event;
  const stored = { seq: context.lastSeq, id, from, content, agentId, atMs, externalId, deliveryId, ...rest };
  return {
    type: "effect.message.store",
    message: context.client.isBlacklisted ? { ...stored, isBlacklisted: true } : stored,
  };
}

/** A line of the service for the agents alone. */
export const storedLine = (
  context: ChatContext,
  event: Dated,
  id: MessageId,
  text: string,
  botDeliveryId?: DeliveryId,
): StoreMessageEffect =>
  storedAs(context, event, {
    id,
    from: "system",
    content: plain("event", text),
    ...(botDeliveryId === undefined ? {} : { botDeliveryId }),
  });

export const plain = (type: InternalType, text: string): MessageContent => ({ type, text, media: null });
