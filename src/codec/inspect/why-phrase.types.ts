import type { PlaceholdersIn } from "../../core/placeholders.types.ts";
import type { whyTexts } from "./why-texts.ts";

export type WhyKey = keyof typeof whyTexts;

/** A text by its key, with the values of its placeholders. A placeholder without a value stays empty. */
export interface WhyPhrase {
  readonly key: string;
  readonly values?: { readonly [placeholder: string]: WhyValue };
}

/** A name that links to an actor. */
export interface WhyLink {
  readonly actor: string;
  readonly label: string | WhyPhrase;
}

/** A time that keeps running: `44 s ago`, `for 44 s`, `in 44 s`. */
export interface WhyTime {
  readonly atMs: number;
  readonly time: "ago" | "for" | "in";
  /** The step of the explained actor that happened at this time. */
  readonly step?: { readonly revision: number; readonly index: number };
}

/** A duration in whole seconds, minutes, hours or days. */
export interface WhySpan {
  readonly spanMs: number;
}

/** The time that something took, with milliseconds. */
export interface WhyLength {
  readonly lengthMs: number;
}

/** A list of names. */
export interface WhyNames {
  readonly names: readonly WhyValue[];
}

export type WhyValue = string | number | WhyPhrase | WhyLink | WhyTime | WhySpan | WhyLength | WhyNames;

/** The values that a text needs. `null` leaves a placeholder empty. The value of `{n}` is a number. */
export type WhyValues<Key extends WhyKey> = {
  readonly [Name in PlaceholdersIn<(typeof whyTexts)[Key]>]: Name extends "n" ? number : WhyValue | null;
};
