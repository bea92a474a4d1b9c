import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import t from "tap";
import { builtFolder } from "../../../src/edge/web/web-files.ts";

const firstLoadBytesMax = 100_000;
/** The limit for one section is half of the limit for the first load. */
const laterBytesMax = 60_000;

const folder = join(builtFolder(), "desk");
const bytesOf = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;

/** The scripts that a script imports before it runs. */
const importsOf = (name: string): readonly string[] =>
  [...readFileSync(join(folder, name), "utf8").matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(
    ([, path = ""]) => path,
  );

t.test(
  "an agent loads one script before the first chat is shown, and one for each later section; each stays below its budget",
  async (t) => {
    const html = join(folder, "..", "desk.html");
    const scripts = [...readFileSync(html, "utf8").matchAll(/__VERSION__\/([^"]+\.js)"/g)].map(([, name = ""]) => name);
    t.equal(scripts.length, 1);
    const [first = ""] = scripts;
    t.same(importsOf(first), []);
    const page = gzipSync(readFileSync(html), { level: 9 }).length;
    const font = readFileSync(join(folder, "..", "fonts", "inter.woff2")).length;
    const all = bytesOf(first) + page + bytesOf("desk.css") + font;
    t.ok(all <= firstLoadBytesMax, `first load: ${all} bytes of at most ${firstLoadBytesMax}`);
    const later = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== first);
    // The code of an open chat, which is loaded when the rows are shown. Every other part may use it.
    const [second = ""] = later.filter((name) => name.startsWith("chunk-"));
    t.ok(later.length >= 4, "the other sections are loaded when they are opened");
    for (const name of later) {
      t.ok(bytesOf(name) <= laterBytesMax, `${name}: ${bytesOf(name)} bytes`);
      t.ok(
        importsOf(name).every((path) => path === first || path === second),
        `${name} needs no other script than the first and that of an open chat`,
      );
    }
  },
);
