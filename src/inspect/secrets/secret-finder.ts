import { toWellFormed } from "../../codec/text/text.ts";

/** Replaces a secret. */
export const mask = "***";
/** A shorter secret is masked only in a field whose name says that it is a secret. */
const searchedLengthMin = 4;
/** A shorter secret can be a part of any word, so it is masked only as a whole word. */
const anywhereLengthMin = 6;
const startsMax = 1 << 16;

/**
 * Masks many secrets in a text in one pass. At most positions the first four characters show that no secret begins
 * there.
 */
export class SecretFinder {
  readonly #isStart = new Uint8Array(startsMax);
  /** Secrets by the number of their first characters, the longest first. A shorter one can be the start of a longer one, whose end would stay. */
  readonly #byStart = new Map<number, string[]>();

  constructor(secrets: Iterable<string>) {
    const forms = new Set([...secrets].flatMap(formsOf).filter(({ length }) => length >= searchedLengthMin));
    for (const form of [...forms].sort((one, other) => other.length - one.length)) {
      const start = startAt(form, 0);
      this.#isStart[start] = 1;
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), form]);
    }
  }

  hide(text: string): string {
    if (this.#byStart.size === 0) return text;
    let hidden = "";
    let keptFrom = 0;
    for (let at = 0; at <= text.length - searchedLengthMin; at += 1) {
      const start = startAt(text, at);
      if (this.#isStart[start] === 0) continue;
      const found = this.#byStart.get(start)?.find((form) => standsAt(text, form, at));
      if (found === undefined) continue;
      hidden += text.slice(keptFrom, at) + mask;
      keptFrom = at + found.length;
      at = keptFrom - 1;
    }
    return keptFrom === 0 ? text : hidden + text.slice(keptFrom);
  }
}

/** Returns the forms of a secret in a text, in a URL and in JSON. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(toWellFormed(secret)),
  JSON.stringify(secret).slice(1, -1),
];

const startAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 +
    text.charCodeAt(at + 1) * 31 +
    text.charCodeAt(at + 2) * 29_791 +
    text.charCodeAt(at + 3)) %
  startsMax;

const wordCharacter = /[\w-]/;

function standsAt(text: string, secret: string, at: number): boolean {
  if (!text.startsWith(secret, at)) return false;
  if (secret.length >= anywhereLengthMin) return true;
  return !wordCharacter.test(text.charAt(at - 1)) && !wordCharacter.test(text.charAt(at + secret.length));
}
