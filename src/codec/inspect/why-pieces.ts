import type { WhyLength, WhyLink, WhyNames, WhyPhrase, WhySpan, WhyTime, WhyValue } from "./why-phrase.types.ts";

/** A piece of a sentence in a language. A time or a duration is formatted by the reader, because it can keep running. */
export type WhyPiece = string | number | (WhyLink & { readonly label: string }) | WhyTime | WhySpan | WhyLength;

interface Wording {
  /** For lists of names, such as `en-GB`. */
  readonly locale: string | undefined;
  /** Returns the text of a key with its placeholders. `n` chooses the plural form. */
  readonly textOf: (key: string, n: number | undefined) => string;
}

/** Puts a phrase together in a language. The first letter of a sentence becomes a capital. */
export function piecesOf(sentence: WhyPhrase, wording: Wording): readonly WhyPiece[] {
  const [first, ...rest] = join(phrasePieces(sentence, wording));
  if (typeof first !== "string") return first === undefined ? [] : [first, ...rest];
  return [first.charAt(0).toLocaleUpperCase(wording.locale) + first.slice(1), ...rest];
}

function phrasePieces({ key, values = {} }: WhyPhrase, wording: Wording): readonly WhyPiece[] {
  const n = values["n"];
  const parts = wording.textOf(key, typeof n === "number" ? n : undefined).split(/(\{\w+\})/);
  return parts.flatMap((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part === "" ? [] : [part];
    const value = values[name];
    return value === undefined ? [] : valuePieces(value, wording);
  });
}

function valuePieces(value: WhyValue, wording: Wording): readonly WhyPiece[] {
  if (typeof value !== "object") return [value];
  if ("key" in value) return phrasePieces(value, wording);
  if ("names" in value) return listPieces(value, wording);
  if (!("actor" in value)) return [value];
  const { actor, label } = value;
  if (typeof label === "string") return [{ actor, label }];
  return [{ actor, label: phrasePieces(label, wording).join("") }];
}

function listPieces({ names }: WhyNames, wording: Wording): readonly WhyPiece[] {
  const list = new Intl.ListFormat(wording.locale, { type: "conjunction" });
  const places = names.map((_name, place) => String(place));
  return list.formatToParts(places).flatMap(({ type, value }) => {
    const name = type === "element" ? names[Number(value)] : value;
    return name === undefined ? [] : valuePieces(name, wording);
  });
}

/** Joins adjacent texts. */
function join(pieces: readonly WhyPiece[]): readonly WhyPiece[] {
  const joined: WhyPiece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (typeof before === "string" && typeof piece === "string") joined[joined.length - 1] = before + piece;
    else joined.push(piece);
  }
  return joined;
}
