import { cleanText, cutCodePoints } from "./text.ts";

/** What a page says about itself, as plain text. */
export interface PageHead {
  readonly title: string;
  /** `""` without one. */
  readonly description: string;
  /** `""` without one. */
  readonly site: string;
}

const titleMax = 200;
const descriptionMax = 300;
const siteMax = 80;

/**
 * Reads the title, the description and the name of the site from the beginning of a page; null without a title. The tags of Open Graph
 * count before those of HTML. Takes linear time for any bytes. Source: https://ogp.me
 */
export function readPageHead(bytes: Uint8Array, charset: string | undefined): PageHead | null {
  const html = decode(bytes, charset);
  const facts = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta\s[^<>]{1,4000}>/gi)) {
    const name = attributeOf(tag, "property") ?? attributeOf(tag, "name");
    const content = attributeOf(tag, "content");
    if (name !== null && content !== null && !facts.has(name.toLowerCase())) facts.set(name.toLowerCase(), content);
  }
  const named = facts.get("og:title") ?? /<title[^<>]{0,200}>([^<]{1,4000})/i.exec(html)?.[1] ?? "";
  const title = toLine(named, titleMax);
  if (title === "") return null;
  const described = facts.get("og:description") ?? facts.get("description") ?? "";
  return {
    title,
    description: toLine(described, descriptionMax),
    site: toLine(facts.get("og:site_name") ?? "", siteMax),
  };
}

const charsetBytes = 1_024;

/** A page without a known charset is UTF-8. */
function decode(bytes: Uint8Array, charset: string | undefined): string {
  const start = Buffer.from(bytes.subarray(0, charsetBytes)).toString("latin1");
  const named = charset ?? /<meta[^<>]{1,400}charset=["']?([\w-]{1,40})/i.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function attributeOf(tag: string, name: string): string | null {
  const found = RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag);
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? "");
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const codePointMax = 0x10_ff_ff;

/** Other names of characters stay as they are. */
function toLine(text: string, codePointsMax: number): string {
  const plain = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= codePointMax ? String.fromCodePoint(code) : "";
  });
  return cutCodePoints(cleanText(plain).replace(/\s+/g, " ").trim(), codePointsMax);
}
