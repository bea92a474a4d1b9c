import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import type { ConfigOutcome } from "../../src/config/config.ts";
import { loadConfig } from "../../src/config/config.ts";
import type { Config } from "../../src/config/config.types.ts";
import { readEnvironment } from "../../src/config/env.ts";
import { createAddressGuard } from "../../src/delivery/address/address-guard.ts";

export interface Given {
  readonly argv?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

export function load({ argv = [], variables = {} }: Given): ConfigOutcome {
  return loadConfig({
    argv,
    environment: readEnvironment({ ...variables }),
    createTargetCheck: (outbound) => createAddressGuard(outbound).checkTarget,
  });
}

/** Loads a config file with this text, in a temporary folder of the test. */
export function loadText(t: Test, text: string, given: Given = {}): ConfigOutcome {
  const file = join(t.testdir({}), "parley.json");
  writeFileSync(file, text);
  return load({ ...given, argv: ["--config", file, ...(given.argv ?? [])] });
}

export function configOf(outcome: ConfigOutcome): Config {
  if (outcome.kind === "config") return outcome.config;
  throw new Error(`Expected a config, got ${JSON.stringify(outcome)}`);
}

export function linesOf(outcome: ConfigOutcome): readonly string[] {
  if (outcome.kind === "mistakes") return outcome.lines;
  throw new Error(`Expected mistakes, got ${outcome.kind}`);
}
