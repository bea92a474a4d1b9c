import type { Check, Verdict } from "./scenario.types.ts";

const textOf = (value: number, unit: string, digits: number): string =>
  `${value.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`;

/** A target that is an upper limit; `digits` are those of the measured value. */
export const atMost = (name: string, value: number, limit: number, unit = "", digits = 2): Verdict => ({
  name,
  target: `<= ${limit}${unit === "" ? "" : ` ${unit}`}`,
  measured: textOf(value, unit, digits),
  isMet: value <= limit,
});

/** A target that is a lower limit. */
export const atLeast = (name: string, value: number, limit: number, unit = "", digits = 2): Verdict => ({
  name,
  target: `>= ${limit}${unit === "" ? "" : ` ${unit}`}`,
  measured: textOf(value, unit, digits),
  isMet: value >= limit,
});

/** A fact without a target. */
export const fact = (name: string, measured: string): Verdict => ({ name, target: "none", measured, isMet: null });

/** Shows what a peer lost; this is no defect of the service. The first of its mistakes is enough. */
export const showProof = ({ name, detail, mistakes }: Check): Verdict =>
  fact(name, mistakes.length === 0 ? detail : `WRONG: ${mistakes[0]}${mistakes.length > 1 ? "; and more" : ""}`);
