import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Static } from "typebox";
import Type from "typebox";
import { Check } from "typebox/value";
import { parseJson } from "../codec/json/json.ts";
import { isMissing } from "../core/files/is-missing.ts";

const entrySchema = Type.Object({
  /** Scheme, host and port that the service listens on. */
  url: Type.String(),
  /** With which it takes the operator's requests. A secret. */
  token: Type.String(),
  /** The SHA-256 fingerprint of its certificate, as node:crypto writes it; null without TLS. */
  certificate: Type.Union([Type.String(), Type.Null()]),
});

/** How the operator's commands reach the service that runs on the data folder. */
export type OperatorEntry = Static<typeof entrySchema>;

const nameIn = (dataDir: string): string => join(dataDir, "operator.json");

/** Puts the entry in the place of any other, whole at every moment and readable for this user alone. */
export async function writeOperatorFile(dataDir: string, entry: OperatorEntry): Promise<void> {
  const path = nameIn(dataDir);
  await rm(`${path}.new`, { force: true });
  const file = await open(`${path}.new`, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(entry)}\n`);
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

export const removeOperatorFile = (dataDir: string): Promise<void> => rm(nameIn(dataDir), { force: true });

/** `null` when there is none, or none that this program wrote. Rejects when it may not be read. */
export async function readOperatorFile(dataDir: string): Promise<OperatorEntry | null> {
  let text: string;
  try {
    text = await readFile(nameIn(dataDir), "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const entry: unknown = parse(text);
  return Check(entrySchema, entry) && URL.canParse(entry.url) ? entry : null;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
