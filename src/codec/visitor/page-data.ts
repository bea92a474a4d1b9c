import type { CustomDataRow } from "../../../machines/chat/client.types.ts";
import { readCustomData } from "../c-webhook/crm-answer.ts";

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
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : "");

const isSafe = (host: string, safeHosts: readonly string[]): boolean =>
  safeHosts.some((safe) => host === safe || host.endsWith(`.${safe}`));
