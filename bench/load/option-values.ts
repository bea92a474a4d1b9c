import { InvalidArgumentError } from "commander";

/** Returns a parser for an integer option within these limits. */
export const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
};
