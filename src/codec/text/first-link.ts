import { address } from "./addresses.ts";
import type { MarkdownPart } from "./markdown.ts";

/** The first http or https address that a message shows; null without one. `parts` are those of a bot's markdown. */
export function firstLinkIn(text: string, parts: readonly MarkdownPart[]): string | null {
  if (parts.length > 0) return parts.find(({ link }) => link !== null && isWeb(link))?.link ?? null;
  return text.split(address, 2)[1] ?? null;
}

const isWeb = (link: string): boolean => /^https?:/i.test(link);
