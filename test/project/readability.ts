import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { proseOf } from "./prose.ts";

/**
 * Prints how easy each page of the documentation is to read. It ends with 1 when a page is harder than allowed, or has a sentence
 * that is too long. `readability.ts FILES` checks only these files, and shows their longest sentences.
 */

const easeLeast = 55;
/** Longer sentences need a second reading. */
const sentenceWordsMost = 30;
const sentencesShown = 5;

/** Pages that may be harder, each with its own limit and the reason. */
const exceptions: ReadonlyMap<string, { readonly least: number; readonly why: string }> = new Map([]);

const folder = "src/docs";
const pagesOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

const named = process.argv.slice(2);
const pagesOfAll = [".", folder, `${folder}/decisions`, `${folder}/protocol`].flatMap(pagesOf);
const pages = named.length > 0 ? named : pagesOfAll;

let isTooHard = false;
console.log(`Flesch reading ease, at least ${easeLeast}; a sentence has at most ${sentenceWordsMost} words:`);
for (const page of pages) {
  const { sentences, words, readingEase } = proseOf(readFileSync(page, "utf8"));
  if (readingEase === null) continue;
  const exception = exceptions.get(page);
  const longest = [...sentences].sort((one, other) => other.words - one.words);
  const tooLong = longest.filter((sentence) => sentence.words > sentenceWordsMost);
  const isHard = readingEase < (exception?.least ?? easeLeast);
  isTooHard ||= isHard || tooLong.length > 0;
  const notes = [
    ...(isHard ? ["TOO HARD"] : []),
    ...(tooLong.length > 0 ? [`${tooLong.length} TOO LONG`] : []),
    ...(exception === undefined ? [] : [`may be ${exception.least}: ${exception.why}`]),
  ];
  const average = (words / sentences.length).toFixed(1);
  console.log([readingEase.toFixed(0).padStart(4), page, `${average} words a sentence`, ...notes].join("  "));
  const shown = named.length > 0 ? longest.slice(0, Math.max(sentencesShown, tooLong.length)) : [];
  for (const sentence of shown) console.log(`      ${sentence.words}: ${sentence.text}`);
}
process.exitCode = isTooHard ? 1 : 0;
