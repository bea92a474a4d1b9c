import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import t from "tap";
import { builtFolder } from "../../../src/edge/web/web-files.ts";

const firstLoadBytesMax = 120_000;
/** The limit for one section is half of the limit for the first load. */
const laterBytesMax = 60_000;

const folder = join(builtFolder(), "desk");
const bytesOf = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;

/** Returns the file and all its static imports; dynamic imports are left out. */
function loadedWith(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(folder, name), "utf8");
  for (const [, path] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
    if (path !== undefined) loadedWith(path, found);
  return found;
}

t.test("the size of the files that an agent loads before the first chat is shown stays below its budget", async (t) => {
  const scripts = [...loadedWith("main.js")];
  const page = gzipSync(readFileSync(join(folder, "..", "desk.html")), { level: 9 }).length;
  const all = scripts.reduce((sum, name) => sum + bytesOf(name), page + bytesOf("desk.css"));
  t.ok(scripts.length > 1, "chunks that the first load shares with later sections are counted");
  t.ok(all <= firstLoadBytesMax, `first load: ${all} bytes of at most ${firstLoadBytesMax}`);
  const later = readdirSync(folder).filter((name) => name.endsWith(".js") && !scripts.includes(name));
  t.ok(later.length >= 4, "the other sections are loaded when they are opened");
  for (const name of later) t.ok(bytesOf(name) <= laterBytesMax, `${name}: ${bytesOf(name)} bytes`);
});
