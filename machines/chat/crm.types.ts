import type { PageFacts } from "./visitor.types.ts";

/** A row beside the conversation. Source: WH-25, WJ-19. */
export interface CustomDataRow {
  readonly title: string | null;
  readonly content: string | null;
  readonly key: string | null;
  /** http or https; `null` for one that leads elsewhere. */
  readonly link: string | null;
}

/** What the owner's server answered for the agent; a field that was absent, or of the wrong type, is too. Source: WH-24 to WH-30. */
export interface CrmAnswer {
  readonly customData?: readonly CustomDataRow[];
  readonly contact?: { readonly name?: string; readonly phone?: string; readonly email?: string };
  readonly enableAssign?: boolean;
  readonly crmLink?: string;
  readonly page?: PageFacts;
}

/** What of the answers is shown in the chat. */
export interface CrmFacts {
  /** Of an answer to `chat_accepted` too: later ones are only logged. Source: WH-30. */
  readonly isOfAcceptance: boolean;
  readonly customData: readonly CustomDataRow[];
  readonly crmLink: string | null;
  readonly enableAssign: boolean;
  /** The chat was bound to the card behind `crmLink`. Source: WH-15. */
  readonly isAssigned: boolean;
  /** Until the visitor goes to another. Source: WH-29. */
  readonly page: PageFacts | null;
}
