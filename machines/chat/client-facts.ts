import type { ClientFacts, ContactChange, SenderFacts } from "./chat.types.ts";
import type { PageFacts, VisitorChange } from "./visitor.types.ts";

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
  const { contact, page, userToken, session, pageData } = change;
  return {
    ...withContactChange(client, contact ?? {}),
    ...(page !== undefined && { url: page.url, pageTitle: page.title }),
    ...(userToken !== undefined && { userToken }),
    ...(session !== undefined && { session }),
    ...(pageData !== undefined && { pageData }),
  };
}

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
