import type { ChatVisit, ClientFacts } from "./chat.types.ts";
import { pageOf } from "./client-facts.ts";

const beginning = { firstPage: null, crm: null, call: null, rate: null } as const;

/** As a chat begins, by where its client reads. Shared: most chats end as they began. */
export const beginningVisits: Readonly<Record<ChatVisit["surface"], ChatVisit>> = {
  api: { surface: "api", ...beginning },
  widget: { surface: "widget", ...beginning },
};

/** The chat begins on the page where its client is. Source: WH-19. */
export function onFirstPage(visit: ChatVisit, client: ClientFacts): ChatVisit {
  const firstPage = pageOf(client);
  return firstPage === null ? visit : { ...visit, firstPage };
}
