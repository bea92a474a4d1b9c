/** A piece of a text; `url` where it is an address. */
export interface TextPiece {
  readonly text: string;
  readonly url: string | null;
}

const address = /https?:\/\/[^\s<>"]+/giu;
/** What ends a sentence ends no address. */
const endings = ".,:;!?'…’”»";
const openers = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/** The text as it is, in order, its http and https addresses found. Source: CH-37. */
export function splitLinks(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutTail(found);
    if (!URL.canParse(url)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), url: null });
    pieces.push({ text: url, url });
    from = index + url.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), url: null });
  return pieces;
}

/** A bracket that is opened in the address belongs to it, as in `/wiki/Chat_(online)`. */
function withoutTail(found: string): string {
  const open: string[] = [];
  let end = 0;
  for (const character of found) {
    const opener = openers.get(character);
    if (opener !== undefined && open.pop() !== opener) break;
    if ("([{".includes(character)) open.push(character);
    end += character.length;
  }
  while (end > 0 && endings.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

/** Whether a browser may be led there. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);
