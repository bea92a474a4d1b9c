import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The state of each file and folder that a part of `dist` was made from, and of each that was made. */
interface Stamp {
  readonly nodeVersion: string;
  readonly marks: Readonly<Record<string, string>>;
}

const folder = "dist/stamps";
const stampOf = (part: string): string => join(folder, `${part}.json`);

/** The time of a folder changes with the names in it. */
function markOf(path: string, changedBeforeMs = Number.POSITIVE_INFINITY): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "missing";
  if (stats.mtimeMs >= changedBeforeMs) return "changed during the build";
  return stats.isDirectory() ? `${stats.mtimeMs}` : `${stats.mtimeMs} ${stats.size}`;
}

/** Whether nothing that the part was made from, or that was made, has changed since. */
export function isUpToDate(part: string): boolean {
  const file = stampOf(part);
  if (!existsSync(file)) return false;
  const { nodeVersion, marks }: Stamp = JSON.parse(readFileSync(file, "utf8"));
  return nodeVersion === process.version && Object.entries(marks).every(([path, mark]) => markOf(path) === mark);
}

/** To be called before a part is built, so that an interrupted build does not count. */
export const forget = (part: string): void => rmSync(stampOf(part), { force: true });

/** To be called after a part was built. A source that was changed after the start of the build makes the part out of date. */
export function remember(
  part: string,
  sources: Iterable<string>,
  outputs: Iterable<string>,
  startedAtMs: number,
): void {
  const marks: Record<string, string> = {};
  for (const path of sources) marks[path] = markOf(path, startedAtMs);
  for (const path of outputs) marks[path] = markOf(path);
  const stamp: Stamp = { nodeVersion: process.version, marks };
  mkdirSync(dirname(stampOf(part)), { recursive: true });
  writeFileSync(stampOf(part), JSON.stringify(stamp));
}

/** These folders and everything below them. */
export const allBelow = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((top) => [
    top,
    ...readdirSync(top, { recursive: true, encoding: "utf8" }).map((path) => join(top, path)),
  ]);
