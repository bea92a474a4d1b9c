import type { PageFacts } from "./visitor.types.ts";

/** A row that the desk shows beside the conversation. Source: WH-25, WJ-19. */
export interface CustomDataRow {
  readonly title: string | null;
  readonly content: string | null;
  readonly key: string | null;
  /** http or https; `null` for any other link. */
  readonly link: string | null;
}

/** The answer of the owner's server for the agent; a field that was absent, or of the wrong type, is absent. Source: WH-24 to WH-30. */
export interface CrmAnswer {
  readonly customData?: readonly CustomDataRow[];
  readonly contact?: { readonly name?: string; readonly phone?: string; readonly email?: string };
  readonly enableAssign?: boolean;
  readonly crmLink?: string;
  readonly page?: PageFacts;
}

/** The part of the answers that the chat shows. */
export interface CrmFacts {
  /** Includes an answer to `chat_accepted`: later ones are only logged. Source: WH-30. */
  readonly isOfAcceptance: boolean;
  readonly customData: readonly CustomDataRow[];
  readonly crmLink: string | null;
  readonly enableAssign: boolean;
  /** The chat was bound to the card at `crmLink`. Source: WH-15. */
  readonly isAssigned: boolean;
  /** Until the visitor opens another page. Source: WH-29. */
  readonly page: PageFacts | null;
}
