import type { WhyPhrase, WhyTime } from "../../codec/inspect/why-phrase.types.ts";
import { piecesOf } from "../../codec/inspect/why-pieces.ts";
import { whyTexts } from "../../codec/inspect/why-texts.ts";

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

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "44 s", "3 min", "2 h", "4 d". */
function spanOf(durationMs: number): string {
  if (durationMs < minuteMs) return `${Math.round(Math.max(durationMs, 0) / secondMs)} s`;
  if (durationMs < hourMs) return `${Math.floor(durationMs / minuteMs)} min`;
  if (durationMs < dayMs) return `${Math.floor(durationMs / hourMs)} h`;
  return `${Math.floor(durationMs / dayMs)} d`;
}

const lengthOf = (ms: number): string => (ms < secondMs ? `${Math.round(ms)} ms` : spanOf(ms));
