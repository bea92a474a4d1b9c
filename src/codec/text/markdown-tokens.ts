import { address } from "./addresses.ts";
import { urlLengthMax } from "./url-length.ts";

/** A run of equal markers; `left` of them are not paired and are literal text. */
export interface MarkerRun {
  readonly kind: "run";
  readonly marker: "*" | "_";
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** The run ends a bare address, and what is not paired of it belongs to that. */
  readonly endsAddress: boolean;
  left: number;
}
/** Literal text, or a bare address. A blank line is a separate token, because no emphasis extends across it. */
interface LiteralText {
  readonly kind: "text" | "blank_line";
  readonly text: string;
  readonly link: string | null;
}
interface LinkStart {
  readonly kind: "link_start";
  readonly link: string;
}
interface LinkEnd {
  readonly kind: "link_end";
}
export type MarkdownToken = MarkerRun | LiteralText | LinkStart | LinkEnd;

const safeLink = /^(?:https?:\/\/|mailto:|tel:)./iu;

/** Splits a text into pieces, of which the group is a bare address. Each character belongs to exactly one piece. */
const piece = RegExp(
  `${address.source}|\\*+|_+|\\[|]|\\n[^\\S\\n]*\\n|\\n|[^*_[\\]\\n](?:(?!https?://)[^*_[\\]\\n])*`,
  "iy",
);

interface OpenBracket {
  readonly tokenIndex: number;
  readonly textStart: number;
}

/**
 * The tokens of a text, with its links. Links bind tighter than emphasis, and no link is inside another link. No character of a bare
 * address is a marker, except at its end: there, a marker closes what was opened before the address. Source: BOT-37.
 */
export function tokenizeMarkdown(text: string): readonly MarkdownToken[] {
  const tokens: MarkdownToken[] = [];
  const closings = findClosings(text);
  let brackets: OpenBracket[] = [];
  let addressEnd = 0;
  for (let at = 0; at < text.length; ) {
    piece.lastIndex = at;
    const [found, bare] = piece.exec(text) ?? [text.slice(at)];
    const end = at + found.length;
    const bracket = found === "]" ? brackets.pop() : undefined;
    const linkEnd = bracket && /\S/.test(text.slice(bracket.textStart, at)) ? closings.get(end) : undefined;
    const link = linkEnd === undefined ? null : toSafeLink(text, end + 1, linkEnd);
    at = end;
    if (bare !== undefined) {
      addressEnd = end;
      while (/[*_.,:;!?']/.test(text[at - 1] ?? "")) at -= 1;
      const start = end - bare.length;
      tokens.push({ kind: "text", text: text.slice(start, at), link: toSafeLink(text, start, at) });
    } else if (bracket !== undefined && linkEnd !== undefined && link !== null) {
      tokens[bracket.tokenIndex] = { kind: "link_start", link };
      tokens.push({ kind: "link_end" });
      brackets = [];
      at = linkEnd + 1;
    } else if (found[0] === "*" || found[0] === "_") {
      tokens.push(toRun(text, end - found.length, end, end <= addressEnd));
    } else {
      const isBlankLine = found[0] === "\n" && found.length > 1;
      if (found === "[") brackets.push({ tokenIndex: tokens.length, textStart: end });
      if (isBlankLine) brackets = [];
      tokens.push({ kind: isBlankLine ? "blank_line" : "text", text: found, link: null });
    }
  }
  return tokens;
}

/** Maps every `(` after a `]` to the `)` that ends its address. An address has no white space, and its parentheses are in pairs. */
function findClosings(text: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  let open: number[] = [];
  for (const { 0: character, index } of text.matchAll(/[()\s\p{Cc}]/gu)) {
    if (character === "(") open.push(index);
    else if (character !== ")") open = [];
    else {
      const start = open.pop();
      if (start !== undefined && text[start - 1] === "]") closings.set(start, index);
    }
  }
  return closings;
}

function toSafeLink(text: string, start: number, end: number): string | null {
  // A longer address is shown as literal text.
  if (end - start > urlLengthMax) return null;
  const link = text.slice(start, end);
  return safeLink.test(link) ? link : null;
}

/**
 * Markers can open before a character that is not white space, and close after one. `_` does neither inside a word, as in
 * `order_no_7`.
 */
function toRun(text: string, start: number, end: number, endsAddress: boolean): MarkerRun {
  const before = characterBefore(text, start);
  const after = characterAt(text, end);
  const marker = text[start] === "*" ? "*" : "_";
  const canOpen = !endsAddress && !isSpace(after) && !(marker === "_" && isOfWord(before));
  const canClose = !isSpace(before) && !(marker === "_" && isOfWord(after));
  return { kind: "run", marker, length: end - start, canOpen, canClose, endsAddress, left: end - start };
}

const characterAt = (text: string, index: number): string => String.fromCodePoint(text.codePointAt(index) ?? 0x20);

function characterBefore(text: string, index: number): string {
  const isPair = /^[\uDC00-\uDFFF]/.test(text[index - 1] ?? "") && /^[\uD800-\uDBFF]/.test(text[index - 2] ?? "");
  return characterAt(text, index - (isPair ? 2 : 1));
}

const isSpace = (character: string): boolean => /^\s/u.test(character);
const isOfWord = (character: string): boolean => /^[\p{L}\p{N}]/u.test(character);
