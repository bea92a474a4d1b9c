import type { WhyPhrase, WhyTime } from "../../codec/inspect/why-phrase.types.ts";
import { piecesOf } from "../../codec/inspect/why-pieces.ts";
import { whyTexts } from "../../codec/inspect/why-texts.ts";
import { toWholeSpan } from "../../core/whole-span.ts";

const texts: Readonly<Record<string, string | { readonly one: string; readonly other: string }>> = whyTexts;

const wording = {
  locale: "en-GB",
  textOf(key: string, n: number | undefined): string {
    const text = texts[key] ?? "";
    if (typeof text === "string") return text;
    return n === 1 ? text.one : text.other;
  },
};

/** The sentences in English, as one text. Times count from `nowMs`. */
export const inEnglish = (sentences: readonly WhyPhrase[], nowMs: number): string =>
  sentences.map((sentence) => sentenceOf(sentence, nowMs)).join(" ");

function sentenceOf(sentence: WhyPhrase, nowMs: number): string {
  const words = piecesOf(sentence, wording).map((piece) => {
    if (typeof piece !== "object") return String(piece);
    if ("actor" in piece) return piece.label;
    if ("atMs" in piece) return momentOf(piece, nowMs);
    return "spanMs" in piece ? spanOf(piece.spanMs) : lengthOf(piece.lengthMs);
  });
  return words.join("");
}

function momentOf({ atMs, time }: WhyTime, nowMs: number): string {
  if (time === "in") return atMs > nowMs ? fill("dueIn", atMs - nowMs) : whyTexts.dueNow;
  return fill(time === "ago" ? "ago" : "lasting", nowMs - atMs);
}

const fill = (key: "ago" | "lasting" | "dueIn", durationMs: number): string =>
  whyTexts[key].replace("{span}", spanOf(durationMs));

const units = { seconds: "s", minutes: "min", hours: "h", days: "d" } as const;

/** "44 s", "3 min", "2 h", "4 d". */
function spanOf(durationMs: number): string {
  const [unit, count] = toWholeSpan(durationMs);
  return `${count} ${units[unit]}`;
}

const lengthOf = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : spanOf(ms));
