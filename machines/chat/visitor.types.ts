import type { ContactChange } from "./chat.types.ts";
import type { CustomDataRow } from "./crm.types.ts";

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
}
