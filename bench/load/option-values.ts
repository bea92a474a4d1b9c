import { InvalidArgumentError, Option } from "commander";
import { nodeNames, pinnedVersionOf } from "./service/measured-node.ts";

/** Returns a parser for an integer option within these limits. */
export const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
};

/** The option that chooses the Node version of one server. */
export const nodeOption = (flag: string, whom: string): Option =>
  new Option(
    `${flag} <major>`,
    `the Node that runs ${whom}: ${nodeNames.map((name) => `${name} is ${pinnedVersionOf(name)}`).join(", ")} (default: the Node of the bench)`,
  ).choices(nodeNames);
