/** One client on one channel; outlives its chats. `null` means never received. */
export interface ClientFacts {
  /** Decimal text of an integer id, else the string itself. Source: CH-25. */
  readonly senderId: string;
  /** The JSON type last received. Source: CH-40. */
  readonly senderIdKind: "string" | "integer";
  /** Visitor number, from 1, never reused. Source: WJ-13. */
  readonly number: number;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly photo: string | null;
  /** What agents wrote about the client. */
  readonly description: string | null;
  /** The client's present page. Source: CH-32, WH-19. */
  readonly url: string | null;
  readonly pageTitle: string | null;
  /** Set by the visitor's page, shown to nobody, sent in webhooks. Source: WH-06, WJ-24. */
  readonly userToken: string | null;
  /** `null` for a customer of the chat API. Source: WH-13. */
  readonly session: SessionFacts | null;
  /** Includes the present one. Source: WH-07. */
  readonly chatsCount: number;
  /** The client's messages are kept and offered to nobody. Source: WH-20. */
  readonly isBlacklisted: boolean;
  /** As the visitor's page last set it: it cannot be trusted. Source: WJ-17, WJ-20. */
  readonly pageData: readonly CustomDataRow[];
  /** What the visitor's last token proved; absent for a client who proved nothing. Source: WJ-49. */
  readonly proved?: ProvedFacts;
}

/** What a token of the web site says of a visitor; `null` for what it does not say. Source: WJ-47. */
export interface ProvedFacts {
  /** By which the web site knows the visitor. */
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** The sender data of one customer message; absent means unchanged. */
export interface SenderFacts {
  readonly senderIdKind: "string" | "integer";
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly photo?: string;
  readonly url?: string;
}

/** An agent's correction of a client's data; absent means unchanged, `null` removes a value. */
export interface ContactChange {
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly description?: string | null;
}

/** A page of a web site. Source: WH-10. */
export interface PageFacts {
  readonly url: string;
  readonly title: string | null;
}

/** Values of the `utm_*` parameters; `""` for one that is missing. Source: WH-10. */
export interface UtmFacts {
  readonly source: string;
  readonly campaign: string;
  readonly content: string;
  readonly medium: string;
  readonly term: string;
}

/** The place of an IP address; `""` for an unknown field. Source: WH-10. */
export interface GeoFacts {
  readonly region_code: string;
  readonly country: string;
  readonly country_code: string;
  readonly region: string;
  readonly city: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly organization: string;
}

/** Data that a browser's visit has. A customer of the chat API has none. Source: WH-09, WH-13. */
export interface SessionFacts {
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly utm: UtmFacts;
  readonly geo: GeoFacts;
}

/** New data of the visitor from the page; absent means unchanged. */
export interface VisitorChange {
  /** From the contacts form or `setContactInfo`. Source: WH-16. */
  readonly contact?: ContactChange;
  /** Source: WH-06, WJ-24. */
  readonly userToken?: string;
  readonly page?: PageFacts;
  readonly session?: SessionFacts;
  /** Replaces all rows set before. Source: WJ-17. */
  readonly pageData?: readonly CustomDataRow[];
  /** Source: WJ-47. */
  readonly proved?: ProvedFacts;
}

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
