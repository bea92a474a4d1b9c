import type { ApiFailure } from "../api/api.ts";
import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";

const text = textsOf("common", common);

/** The text that is shown for a field that the service refused. It may depend on the failure. */
export type Sentence = string | ((failure: ApiFailure) => string);

/** One sentence for each field of a form. A field without a sentence does not compile. */
export type Sentences<Values extends object> = { readonly [Field in keyof Values & string]: Sentence };

/**
 * Returns whether the failure is about this field of the request, or about an entry of the field: `hiddenErrorCodes[2]`,
 * `webhooks.url`.
 */
export const isAbout = ({ field }: ApiFailure, place: string): boolean =>
  field !== null && (field === place || field.startsWith(`${place}[`) || field.startsWith(`${place}.`));

export const say = (sentence: Sentence, failure: ApiFailure): string =>
  typeof sentence === "string" ? sentence : sentence(failure);

/** Uses another sentence if the value belongs to somebody else already. */
export const unlessTaken =
  (taken: Sentence, otherwise: Sentence): Sentence =>
  (failure) =>
    say(failure.code === "conflict" ? taken : otherwise, failure);

/** For a field with one entry per line: the sentence names the line. */
export const byLine =
  (sentence: string): Sentence =>
  ({ field }) => {
    const entry = /\[(\d+)\]/.exec(field ?? "");
    return entry === null ? sentence : text("inLine", { line: Number(entry[1]) + 1, sentence });
  };
