import type { ClientFacts, ContactChange, SenderFacts } from "./chat.types.ts";

/** The newest value received wins; one that is absent erases nothing. Source: CH-27, CH-28, CH-40. */
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
  };
}

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

/** What an agent corrected counts until the client says otherwise. */
export const withContactChange = (client: ClientFacts, change: ContactChange): ClientFacts => ({
  ...client,
  ...change,
});
