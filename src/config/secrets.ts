import { resolve } from "node:path";
import { fieldOf } from "../codec/json/json-values.ts";
import type { Path } from "../codec/json/value-path.ts";
import type { Environment } from "./env.ts";
import type { Mistakes } from "./mistakes.ts";
import { readText } from "./read-text.ts";
import { reasonOf } from "./reason.ts";
import { schemaAt } from "./schema-mistakes.ts";

export interface SecretSources {
  readonly environment: Environment;
  /** The folder of the config file. Relative paths start there. */
  readonly folder: string;
}

const allowed = 'text, { "env": "NAME" } or { "file": "path" }';

/** Returns a copy of the file in which the text of each secret replaces its `{ "env" }` or `{ "file" }`. No mistake shows a secret. */
export function resolveSecrets(file: unknown, sources: SecretSources, mistakes: Mistakes): unknown {
  const copy = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((entry, index) => copy(entry, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    if (schemaAt(file, path)?.writeOnly) return secretOf(value, path);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copy(entry, [...path, key])]));
  };
  const secretOf = (reference: object, path: Path): unknown => {
    const name = fieldOf(reference, "env");
    const from = fieldOf(reference, "file");
    const hasOneKey = Object.keys(reference).length === 1;
    if (hasOneKey && typeof name === "string") return fromEnvironment(name, path);
    if (hasOneKey && typeof from === "string") return fromFile(resolve(sources.folder, from), path);
    mistakes.add(path, { value: reference }, allowed);
    return reference;
  };
  const fromEnvironment = (name: string, path: Path): unknown => {
    const secret = sources.environment.variable(name);
    if (secret === undefined) mistakes.add(path, { problem: `the environment variable ${name} is not set` }, allowed);
    return secret;
  };
  const fromFile = (from: string, path: Path): unknown => {
    try {
      return readText(from).replace(/\r?\n$/, "");
    } catch (error) {
      mistakes.add(path, { problem: `the file ${from} cannot be read (${reasonOf(error)})` }, allowed);
      return undefined;
    }
  };
  return copy(file, []);
}
