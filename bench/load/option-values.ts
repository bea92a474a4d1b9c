import { InvalidArgumentError, Option } from "commander";
import { nodeNames, pinnedVersionOf } from "./service/measured-node.ts";

/** Reads an option's value. */
export const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
};

/** Which Node runs somebody. */
export const nodeOption = (flag: string, whom: string): Option =>
  new Option(
    `${flag} <major>`,
    `the Node that runs ${whom}: ${nodeNames.map((name) => `${name} is ${pinnedVersionOf(name)}`).join(", ")} (default: the one that runs the bench)`,
  ).choices(nodeNames);
