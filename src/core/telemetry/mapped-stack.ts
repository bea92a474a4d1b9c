import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { backgroundClock } from "../clock.ts";

/** Where the bundle is that this runs in, its map beside it; in the folder of a source there are no maps. */
const ownFolder = dirname(fileURLToPath(import.meta.url));
const place = /(file:\/\/[^\s()]+\.m?js):(\d+):(\d+)/g;
const upwards = /^(?:\.\.\/)+/;
/** A map takes a hundred megabytes while it is in memory: it stays for the errors that come with the first one. */
const keptMs = 10_000;

/**
 * Puts the places of the sources into the stacks of errors, in place of those of the bundles in `folder`. Node would do it by itself if it was
 * started with `--enable-source-maps`, and would do it for every error whose stack anybody reads: streams read each one that they are
 * destroyed with. The first one stops the process for a tenth of a second, and the map stays for good.
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
  return (stack) =>
    stack.replace(place, (written: string, url: string, line: string, column: string) => {
      const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
      if (origin === undefined || !("fileName" in origin)) return written;
      return `${origin.fileName.replace(upwards, "")}:${origin.lineNumber}:${origin.columnNumber}`;
    });
}

/** An error is told without the map where there is none, or none that can be read. */
function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** The places of the sources in place of those of the bundle that this runs in. */
export const mappedStack = createStackMapper(ownFolder);

/** What was thrown, for a person who is to find the defect. */
export const defectText = (error: unknown): string =>
  error instanceof Error ? mappedStack(error.stack ?? String(error)) : String(error);
