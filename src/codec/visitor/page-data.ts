import type { CustomDataRow } from "../../../machines/chat/crm.types.ts";
import { readCustomData } from "../c-webhook/crm-answer.ts";

/**
 * What `setCustomData` of a visitor's page was given, as rows to be shown; never throws. `safeUrls` are the channel's: http or https
 * URLs, or domains. A row keeps its link when that leads to one of their hosts or below it. Source: WJ-17, WJ-19, WJ-21.
 */
export function readPageData(fields: readonly unknown[], safeUrls: readonly string[]): readonly CustomDataRow[] {
  const safeHosts = safeUrls.map((safe) => hostOf(safe.includes("://") ? safe : `https://${safe}`));
  // Whoever wrote the page sees what became of a row; nobody reads notes.
  return readCustomData(fields, []).map((row) =>
    row.link === null || isSafe(hostOf(row.link), safeHosts) ? row : { ...row, link: null },
  );
}

/** As browsers read it, whatever stands before an `@` or behind a backslash; `""` for no URL. The dot of the root is no other host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : "");

const isSafe = (host: string, safeHosts: readonly string[]): boolean =>
  safeHosts.some((safe) => host === safe || host.endsWith(`.${safe}`));
