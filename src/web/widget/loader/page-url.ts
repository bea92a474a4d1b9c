import { urlMax } from "./limits.ts";

/** The address of a page as the service takes it, also from one relative to this page; `null` for no or another one. Throws for what is no address. */
export function readPageUrl(value: unknown): string | null {
  if (!value || typeof value !== "string") return null;
  const { href } = new URL(value, document.baseURI);
  return /^http/.test(href) && href.length <= urlMax ? href : null;
}
