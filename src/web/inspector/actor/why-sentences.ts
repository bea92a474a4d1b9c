import type { WhyPhrase } from "../../../codec/inspect/why-phrase.types.ts";
import type { WhyPiece } from "../../../codec/inspect/why-pieces.ts";
import { piecesOf } from "../../../codec/inspect/why-pieces.ts";
import { whyTexts } from "../../../codec/inspect/why-texts.ts";
import { currentLocale, templateOf } from "../../shared/language/texts.ts";

/**
 * The sentences in the language of the page. Null when the page lacks a text, because the service is newer, or when there are no phrases,
 * because an older node has answered during an upgrade.
 */
export function sentencesOf(
  phrases: readonly (WhyPhrase | undefined)[] | undefined,
): readonly (readonly WhyPiece[])[] | null {
  if (phrases === undefined) return null;
  let isComplete = true;
  const textOf = (key: string, n: number | undefined): string => {
    const text = templateOf("why", whyTexts, key, n);
    isComplete &&= text !== undefined;
    return text ?? "";
  };
  const sentences = phrases.map((phrase) => {
    isComplete &&= phrase !== undefined;
    return phrase === undefined ? [] : piecesOf(phrase, { locale: currentLocale(), textOf });
  });
  return isComplete ? sentences : null;
}
