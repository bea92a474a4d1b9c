import { urlLengthMax } from "../../../codec/text/url-length.ts";

/**
 * Returns the absolute http(s) address of a page that the service accepts; `value` may be relative to this page. Returns `null` for
 * no or another address. Throws for text that is no address.
 */
export function readPageUrl(value: unknown): string | null {
  if (!value || typeof value !== "string") return null;
  const { href } = new URL(value, document.baseURI);
  return /^http/.test(href) && href.length <= urlLengthMax ? href : null;
}
