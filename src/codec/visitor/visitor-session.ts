import type { UtmFacts } from "../../../machines/chat/client.types.ts";
import { cleanText, cutCodePoints } from "../text/text.ts";

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
  if (!URL.canParse(pageUrl)) return null;
  const query = new URL(pageUrl).searchParams;
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
