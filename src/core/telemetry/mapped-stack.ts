import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { backgroundClock } from "../clock.ts";

/** The folder of the running bundle and its map; a source folder has no maps. */
const ownFolder = dirname(fileURLToPath(import.meta.url));
const word = /[^\s()]+/g;
const place = /^(file:\/\/.+\.m?js):(\d+):(\d+)/;
const upwards = /^(?:\.\.\/)+/;
/** A map takes a hundred megabytes of memory: it stays loaded only for the errors that follow the first one. */
const keptMs = 10_000;

/**
 * Replaces positions in the bundles of `folder` by source positions in the stacks of errors. Node itself would do that with
 * `--enable-source-maps`, but for every error whose stack any code reads. For example, streams read the stack of each error that
 * destroys them. The first mapping stops the process for a tenth of a second, and the map would stay forever.
 */
export function createStackMapper(folder: string): (stack: string) => string {
  const start = pathToFileURL(`${folder}/`).href;
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    if (!url.startsWith(start)) return null;
    let map = maps.get(url);
    if (map === undefined) {
      if (maps.size === 0) backgroundClock.wakeAt(backgroundClock.nowMs() + keptMs, () => maps.clear());
      map = readMap(`${fileURLToPath(url)}.map`);
      maps.set(url, map);
    }
    return map;
  };
  const mapPlace = (written: string, url: string, line: string, column: string): string => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !("fileName" in origin)) return written;
    return `${origin.fileName.replace(upwards, "")}:${origin.lineNumber}:${origin.columnNumber}`;
  };
  return (stack) => stack.replace(word, (written) => written.replace(place, mapPlace));
}

/** `null` when the map is missing or cannot be read: errors then keep their positions. */
function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** Maps the stack of an error in the running bundle to source positions. */
export const mappedStack = createStackMapper(ownFolder);

/** The text of a thrown value, for a person who looks for the defect. */
export const defectText = (error: unknown): string =>
  error instanceof Error ? mappedStack(error.stack ?? String(error)) : String(error);
