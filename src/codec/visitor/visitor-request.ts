import type { ContactChange, CustomDataRow, PageFacts, UtmFacts } from "../../../machines/chat/client.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { toHttpUrl } from "../a-customer/customer-field.ts";
import { readCustomData } from "../c-webhook/crm-answer.ts";
import { cleanText, cutCodePoints, isBlankText, isLongerThan } from "../text/text.ts";
import { urlLengthMax } from "../text/url-length.ts";

/**
 * Parses the fields of a visitor's request. Every failure is `invalid_request`; its message is the reason that the visitor's page
 * receives.
 */

const contactLengthMax = 255;
const descriptionLengthMax = 1_000;
const titleLengthMax = 255;
const messageLengthMax = 1_000;
const offlineLengthMax = 4_000;
const commentLengthMax = 500;
const userTokenLengthMax = 1_000;

type ContactFields = { readonly [Key in keyof ContactChange]?: string };

/** The changed fields; `""` clears a field. Source: WJ-15, LIM-05. */
export function readContact(fields: ContactFields): ContactChange {
  const change: { -readonly [Key in keyof ContactChange]: ContactChange[Key] } = {};
  for (const key of ["name", "email", "phone", "description"] as const) {
    const given = fields[key];
    if (given === undefined) continue;
    const cut = cutCodePoints(cleanText(given).trim(), key === "description" ? descriptionLengthMax : contactLengthMax);
    change[key] = cut === "" ? null : cut;
  }
  return change;
}

/** Source: WJ-23. */
export function readUserToken(value: string): Result<string> {
  return isBlankText(value) || isLongerThan(value, userTokenLengthMax)
    ? fail("invalid_request", `A user token must not be blank and has at most ${userTokenLengthMax} characters.`)
    : ok(value);
}

/** Source: WH-10. */
export function readPage({ url, title = "" }: { readonly url: string; readonly title?: string }): Result<PageFacts> {
  const link = toHttpUrl(url);
  if (link === null)
    return fail("invalid_request", `A page must be an http or https URL of at most ${urlLengthMax} characters.`);
  const cut = cutCodePoints(cleanText(title).trim(), titleLengthMax);
  return ok({ url: link, title: cut === "" ? null : cut });
}

/** Source: CH-36, CH-37. */
export function readMessageText(text: string): Result<string> {
  const cleaned = cleanText(text);
  return isBlankText(cleaned) ? fail("invalid_request", emptyMessage) : ok(cutCodePoints(cleaned, messageLengthMax));
}

/** The visitor's comment on a rating; `null` for a blank one. Source: WJ-46. */
export function readComment(text: string): string | null {
  const cleaned = cleanText(text).trim();
  return isBlankText(cleaned) ? null : cutCodePoints(cleaned, commentLengthMax);
}

/** The text of an invitation exactly as the page showed it; `null` for a blank one. Source: CH-31, WJ-25. */
export function readInvitationText(text: string): string | null {
  const cleaned = cleanText(text);
  return isBlankText(cleaned) ? null : cutCodePoints(cleaned, messageLengthMax);
}

export interface OfflineForm {
  readonly contact: ContactChange;
  readonly text: string;
}

/** `known` contains the visitor's contacts that are already known. Source: WJ-29. */
export function readOfflineForm(
  fields: ContactFields & { readonly text: string },
  known: { readonly email: string | null; readonly phone: string | null },
): Result<OfflineForm> {
  const text = cleanText(fields.text);
  const contact = readContact(fields);
  if (isBlankText(text)) return fail("invalid_request", emptyMessage);
  if (isLongerThan(text, offlineLengthMax))
    return fail("invalid_request", `Message must have at most ${offlineLengthMax} characters.`);
  // An empty field of the form does not remove a known value.
  const filled = Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null));
  const { email = known.email, phone = known.phone }: ContactChange = filled;
  if (email === null && phone === null) return fail("invalid_request", "Email or phone must be given.");
  if (contact.email?.includes("@") === false) return fail("invalid_request", "Email must contain @.");
  // A text that is not one address is kept: the page has its `ok` already. No answer is mailed to it.
  return ok({ contact: filled, text });
}

const emptyMessage = "Message must not be empty.";

const userAgentLengthMax = 1_000;
const utmLengthMax = 255;
const layout = /[\t\n]/g;

/** One line of text, cut to `max` code points. */
const toLine = (text: string, max: number): string => cutCodePoints(cleanText(text).replace(layout, " ").trim(), max);

/** A `User-Agent` header in the form that people see. Source: WH-09. */
export const readUserAgent = (header: string): string => toLine(header, userAgentLengthMax);

export const noUtm: UtmFacts = { source: "", campaign: "", content: "", medium: "", term: "" };

/** The `utm_*` parameters of a page's URL, the first of each name; `null` for a page that has none. Source: WH-10, WJ-05. */
export function readUtm(pageUrl: string): UtmFacts | null {
  const query = URL.parse(pageUrl)?.searchParams;
  if (query === undefined) return null;
  const parameter = (name: string): string => toLine(query.get(`utm_${name}`) ?? "", utmLengthMax);
  const utm = {
    source: parameter("source"),
    campaign: parameter("campaign"),
    content: parameter("content"),
    medium: parameter("medium"),
    term: parameter("term"),
  };
  return Object.values(utm).some((value) => value !== "") ? utm : null;
}

/**
 * Converts the argument of `setCustomData` of a visitor's page into rows to show; never throws. `safeUrls` are those of the
 * channel: http or https URLs, or domains. A row keeps its link if the link's host is one of their hosts or a subdomain.
 * Source: WJ-17, WJ-19, WJ-21.
 */
export function readPageData(fields: readonly unknown[], safeUrls: readonly string[]): readonly CustomDataRow[] {
  const safeHosts = safeUrls.map((safe) => hostOf(safe.includes("://") ? safe : `https://${safe}`));
  // Notes are dropped. The author of the page sees the result at the rows, and nobody reads the notes.
  return readCustomData(fields, []).map((row) =>
    row.link === null || isSafe(hostOf(row.link), safeHosts) ? row : { ...row, link: null },
  );
}

/**
 * The host as browsers read it, also if the URL contains an `@` or a backslash; `""` for an invalid URL. A final dot (the DNS root)
 * is removed, because it means the same host.
 */
const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/\.$/, "") ?? "";

const isSafe = (host: string, safeHosts: readonly string[]): boolean =>
  safeHosts.some((safe) => host === safe || host.endsWith(`.${safe}`));
