import { resolve } from "node:path";
import { Reader } from "mmdb-lib";
import type { Mistakes } from "./mistakes.ts";
import { readWhole } from "./read-text.ts";
import { reasonOf } from "./reason.ts";

/** A Buffer of Node.js can have no more. */
const databaseBytesMax = 2 ** 31;
const path = ["geoDatabase"];
const allowed = "a MaxMind database (.mmdb)";

/** Returns the absolute path of a database, and reads the database once, so that a mistake shows now. */
export function checkGeoDatabase(given: string, folder: string, mistakes: Mistakes): string {
  const file = resolve(folder, given);
  let bytes: Buffer;
  try {
    bytes = readWhole(file, databaseBytesMax);
  } catch (error) {
    mistakes.add(path, { problem: `the file ${file} cannot be read (${reasonOf(error)})` }, allowed);
    return file;
  }
  if (!isDatabase(bytes)) mistakes.add(path, { problem: `the file ${file} is not such a database` }, allowed);
  return file;
}

/** Also looks up one address, because a truncated file can still end with valid metadata. */
function isDatabase(bytes: Buffer): boolean {
  try {
    new Reader(bytes).get("192.0.2.1");
    return true;
  } catch {
    return false;
  }
}
