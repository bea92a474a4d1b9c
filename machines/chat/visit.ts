import type { ChatContext, ClientFacts } from "./chat.types.ts";
import { pageOf } from "./client-facts.ts";
import type { ChatVisit, FailedMessage } from "./visit.types.ts";

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
