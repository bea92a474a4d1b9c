import type { ApiFailure } from "../api/api.ts";
import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";

const text = textsOf("common", common);

/** What a person is told to do about a field that the service refused; by what it said where that makes a difference. */
export type Sentence = string | ((failure: ApiFailure) => string);

/** One for every field of a form: a field without a sentence does not compile. */
export type Sentences<Values extends object> = { readonly [Field in keyof Values & string]: Sentence };

/** Whether the failure is about this field of what was sent, or about an entry of it: `hiddenErrorCodes[2]`, `webhooks.url`. */
export const isAbout = ({ field }: ApiFailure, place: string): boolean =>
  field !== null && (field === place || field.startsWith(`${place}[`) || field.startsWith(`${place}.`));

export const say = (sentence: Sentence, failure: ApiFailure): string =>
  typeof sentence === "string" ? sentence : sentence(failure);

/** Another sentence where the service found somebody else to have the value. */
export const unlessTaken =
  (taken: Sentence, otherwise: Sentence): Sentence =>
  (failure) =>
    say(failure.code === "conflict" ? taken : otherwise, failure);

/** Of a field with an entry on each line: says which line is meant. */
export const byLine =
  (sentence: string): Sentence =>
  ({ field }) => {
    const entry = /\[(\d+)\]/.exec(field ?? "");
    return entry === null ? sentence : text("inLine", { line: Number(entry[1]) + 1, sentence });
  };
