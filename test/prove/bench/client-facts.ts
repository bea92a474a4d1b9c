import type { ClientFacts } from "../../../machines/chat/client.types.ts";

/** A client in its first chat, of whom only the id is known. */
export const clientFacts = (known: Pick<ClientFacts, "senderId" | "senderIdKind" | "number">): ClientFacts => ({
  ...known,
  name: null,
  phone: null,
  email: null,
  photo: null,
  description: null,
  url: null,
  pageTitle: null,
  userToken: null,
  session: null,
  chatsCount: 1,
  isBlacklisted: false,
  pageData: [],
});
