import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Static } from "typebox";
import Type from "typebox";
import { Check } from "typebox/value";
import { parseJson } from "../codec/json/json.ts";
import { isMissing } from "../core/files/is-missing.ts";
import { writeWholeFile } from "../core/files/whole-file.ts";

const entrySchema = Type.Object({
  /** Scheme, host and port on which the service listens. */
  url: Type.String(),
  /** The token for requests of the operator. A secret. */
  token: Type.String(),
  /** The SHA-256 fingerprint of the service's certificate, in the form of node:crypto. `null` without TLS. */
  certificate: Type.Union([Type.String(), Type.Null()]),
});

/** How the operator's commands reach the service that runs on the data folder. */
export type OperatorEntry = Static<typeof entrySchema>;

const nameIn = (dataDir: string): string => join(dataDir, "operator.json");

/** Replaces the file atomically. Only this user can read it. */
export const writeOperatorFile = (dataDir: string, entry: OperatorEntry): Promise<void> =>
  writeWholeFile(nameIn(dataDir), `${JSON.stringify(entry)}\n`);

export const removeOperatorFile = (dataDir: string): void => rmSync(nameIn(dataDir), { force: true });

/** Returns `null` when the file is missing, or when this program did not write it. Rejects when the file may not be read. */
export async function readOperatorFile(dataDir: string): Promise<OperatorEntry | null> {
  let text: string;
  try {
    text = await readFile(nameIn(dataDir), "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const entry: unknown = parse(text);
  return Check(entrySchema, entry) && URL.parse(entry.url) !== null ? entry : null;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
