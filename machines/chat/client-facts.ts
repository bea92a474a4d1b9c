import type { ClientFacts, SenderFacts } from "./chat.types.ts";

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
  };
}

export function isChangedBy(client: ClientFacts, sender: SenderFacts): boolean {
  return (
    sender.senderIdKind !== client.senderIdKind ||
    (sender.name ?? client.name) !== client.name ||
    (sender.phone ?? client.phone) !== client.phone ||
    (sender.email ?? client.email) !== client.email ||
    (sender.photo ?? client.photo) !== client.photo
  );
}
