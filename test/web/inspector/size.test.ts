import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import t from "tap";
import { builtFolder } from "../../../src/edge/web/web-files.ts";

const firstLoadBytesMax = 60_000;

const folder = join(builtFolder(), "inspector");
const bytesOf = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length;

t.test("the size of the files loaded before the first actor is shown stays below its budget", async (t) => {
  const html = join(folder, "..", "inspector.html");
  const first = [...readFileSync(html, "utf8").matchAll(/__VERSION__\/([^"]+\.(?:js|css))"/g)].map(
    ([, name = ""]) => name,
  );
  t.equal(first.filter((name) => name.endsWith(".js")).length, 1, "one script");
  t.ok(first.includes("inspector.css"));
  const all = first.reduce((sum, name) => sum + bytesOf(join(folder, name)), bytesOf(html));
  t.ok(all <= firstLoadBytesMax, `first load: ${all} bytes of at most ${firstLoadBytesMax}`);
  const later = readdirSync(folder).filter((name) => name.endsWith(".js") && !first.includes(name));
  t.ok(later.length > 0, "the sequence is loaded when it is opened");
});
