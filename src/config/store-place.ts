import { Check } from "typebox/value";
import { fieldOf } from "../codec/json/json-values.ts";
import type { ConfigFile } from "./config-schema.ts";
import { wholeFileSchema } from "./config-schema.ts";
import type { Environment } from "./env.ts";
import { ENVIRONMENT_NAMES } from "./env.ts";
import type { Mistakes } from "./mistakes.ts";
import { reportSchemaMistakes } from "./schema-mistakes.ts";
import type { SecretSources } from "./secrets.ts";
import { resolveSecrets } from "./secrets.ts";
import { readStoreUrl } from "./store-url.ts";

/** The place of everything that is stored. */
export type StorePlace =
  /** The data folder, for one process. */
  | { readonly kind: "embedded" }
  /** A PostgreSQL, which several processes can share. `url` is a secret, because it can hold a password. */
  | { readonly kind: "postgres"; readonly url: string };

export interface StoreFlags {
  readonly store?: string;
}

const embedded: StorePlace = { kind: "embedded" };

/** A flag takes precedence over the environment, which takes precedence over the file. All given values are checked. */
export function chooseStore(
  flags: StoreFlags,
  environment: Environment,
  inFile: ConfigFile["store"],
  mistakes: Mistakes,
): StorePlace {
  const given = [
    urlOf("--store", flags.store, mistakes),
    urlOf(ENVIRONMENT_NAMES.store, environment.store, mistakes),
    inFile === undefined ? null : readStoreUrl(inFile.url, inFile.password ?? null, ["store", "url"], mistakes),
  ];
  const url = given.find((one) => one !== null) ?? null;
  return url === null ? embedded : { kind: "postgres", url };
}

/** Reads the store from a config file and checks nothing else in it. A wrong store is an entry in `mistakes`. */
export function readStoreOf(file: object, sources: SecretSources, mistakes: Mistakes): ConfigFile["store"] {
  const given = fieldOf(file, "store");
  if (given === undefined) return undefined;
  const only = resolveSecrets(withStoreObject({ store: given }), sources, mistakes);
  reportSchemaMistakes(only, mistakes);
  return Check(wholeFileSchema, only) ? only.store : undefined;
}

const urlOf = (place: string, text: string | undefined, mistakes: Mistakes): string | null =>
  text === undefined ? null : readStoreUrl(text, null, place, mistakes);

/** Returns the config file with its store as an object. In the file, the store can also be only the address, as text or as a secret. */
export function withStoreObject(file: unknown): unknown {
  const store = fieldOf(file, "store");
  const isAddress = typeof store === "string" || hasOnly(store, "env") || hasOnly(store, "file");
  return isAddress ? { ...Object(file), store: { url: store } } : file;
}

const hasOnly = (value: unknown, key: string): boolean =>
  fieldOf(value, key) !== undefined && Object.keys(Object(value)).length === 1;
