import { address } from "./addresses.ts";
import { urlLengthMax } from "./url-length.ts";

/** A piece of text in one style. It is shown as plain text: it contains no markup. */
export interface MarkdownPart {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** An http, https, mailto or tel address. */
  readonly link: string | null;
}

/**
 * Parses a bot's markdown into parts, in order. Neighbours differ in style, and no part is empty. The supported forms are
 * `[text](url)`, `**b**` or `__b__`, `*i*` or `_i_`, also nested, and bare http and https addresses. Everything else, including HTML and markers without a
 * partner, is unchanged text in the parts. Takes linear time for any text. Source: BOT-37, VER-03.
 */
export function parseMarkdown(text: string): readonly MarkdownPart[] {
  const tokens = tokenizeMarkdown(text);
  const { boldChange, italicChange } = pairMarkers(tokens);
  const parts: MarkdownPart[] = [];
  let [boldDepth, italicDepth]: [number, number] = [0, 0];
  let link: string | null = null;
  for (const [index, token] of tokens.entries()) {
    boldDepth += boldChange[index] ?? 0;
    italicDepth += italicChange[index] ?? 0;
    const style = { bold: boldDepth > 0, italic: italicDepth > 0 };
    if (token.kind === "link_start") link = token.link;
    else if (token.kind === "link_end") link = null;
    else if (token.kind !== "run") append(parts, { text: token.text, ...style, link: link ?? token.link });
    else if (token.endsAddress && link === null) appendToAddress(parts, { text: leftOf(token), ...style, link });
    else append(parts, { text: leftOf(token), ...style, link });
  }
  return parts;
}

const leftOf = ({ marker, left }: MarkerRun): string => marker.repeat(left);

/** Two links with the same address and style become one part, unless other text is between them. */
function append(parts: MarkdownPart[], part: MarkdownPart): void {
  if (part.text === "") return;
  const last = parts.at(-1);
  const isSameStyle = last?.bold === part.bold && last.italic === part.italic && last.link === part.link;
  if (isSameStyle) parts[parts.length - 1] = { ...last, text: last.text + part.text };
  else parts.push(part);
}

function appendToAddress(parts: MarkdownPart[], part: MarkdownPart): void {
  const last = parts.at(-1);
  if (!last?.link) {
    append(parts, part);
    return;
  }
  // A link before the address can lead to the same place, and is in the same part. The marker does not belong to that link.
  const whole = last.link + part.text;
  parts.pop();
  append(parts, { ...last, text: last.text.slice(0, -last.link.length) });
  append(parts, { ...last, text: whole, link: whole });
}

/** Markers are paired inside a link or outside of it, never across its border. */
interface Scope {
  /** Runs that may still open emphasis, as indexes of tokens. */
  readonly openers: number[];
  /** For each kind of closing run, the last token that was searched without success, so that no token is searched twice. */
  readonly lookedAt: Map<string, number>;
}
const newScope = (): Scope => ({ openers: [], lookedAt: new Map() });

/** The change of each style's depth at each token. */
interface Pairing {
  readonly boldChange: Int32Array;
  readonly italicChange: Int32Array;
}

/** Source: CommonMark 0.31, "An algorithm for parsing nested emphasis and links". */
function pairMarkers(tokens: readonly MarkdownToken[]): Pairing {
  const pairing = { boldChange: new Int32Array(tokens.length), italicChange: new Int32Array(tokens.length) };
  let outside = newScope();
  let scope = outside;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "link_start") scope = newScope();
    else if (token.kind === "link_end") scope = outside;
    else if (token.kind === "blank_line") scope = outside = newScope();
    else if (token.kind === "run") {
      if (token.canClose) closeWith(token, index, tokens, scope, pairing);
      if (token.canOpen && token.left > 0) scope.openers.push(index);
    }
  }
  return pairing;
}

/** Pairs a closing run with the nearest runs that fit. Open runs between them stay literal text. */
function closeWith(
  closer: MarkerRun,
  index: number,
  tokens: readonly MarkdownToken[],
  scope: Scope,
  pairing: Pairing,
): void {
  while (closer.left > 0) {
    const openerIndex = takeOpener(closer, index, tokens, scope);
    const opener = openerIndex === null ? undefined : tokens[openerIndex];
    if (openerIndex === null || opener?.kind !== "run") return;
    const isBold = opener.left > 1 && closer.left > 1;
    const change = isBold ? pairing.boldChange : pairing.italicChange;
    change[openerIndex + 1] = (change[openerIndex + 1] ?? 0) + 1;
    change[index] = (change[index] ?? 0) - 1;
    opener.left -= isBold ? 2 : 1;
    closer.left -= isBold ? 2 : 1;
    if (opener.left > 0) scope.openers.push(openerIndex);
  }
}

/** Removes the nearest opener that fits from the stack, together with all openers above it. */
function takeOpener(
  closer: MarkerRun,
  index: number,
  tokens: readonly MarkdownToken[],
  { openers, lookedAt }: Scope,
): number | null {
  const kind = `${closer.marker}${closer.canOpen}${closer.length % 3}`;
  const floor = lookedAt.get(kind) ?? -1;
  for (let place = openers.length - 1; place >= 0; place -= 1) {
    const openerIndex = openers[place] ?? -1;
    const opener = tokens[openerIndex];
    if (openerIndex <= floor) break;
    if (opener?.kind === "run" && isPair(opener, closer)) {
      openers.length = place;
      return openerIndex;
    }
  }
  lookedAt.set(kind, index - 1);
  return null;
}

/** Whether two runs are a pair. In `*a**b*`, the outer two are a pair. Source: CommonMark 0.31, rules 9 and 10 of emphasis. */
function isPair(opener: MarkerRun, closer: MarkerRun): boolean {
  if (opener.marker !== closer.marker) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/** A run of equal markers; `left` of them are not paired and are literal text. */
interface MarkerRun {
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
type MarkdownToken = MarkerRun | LiteralText | LinkStart | LinkEnd;

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
function tokenizeMarkdown(text: string): readonly MarkdownToken[] {
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
