import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import t from "tap";
import { widgetLanguages } from "../../../src/core/widget-languages.ts";
import { builtFolder } from "../../../src/edge/web/web-files.ts";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";

const loaderBytesMax = 3_050;
const allBytesMax = 30_000;
/** The parts that are loaded only when needed: the open window, the forms, the emoji, the home and the file upload. */
const laterBytesMax: Readonly<Record<string, number>> = {
  "window.js": 11_000,
  "cards.js": 3_000,
  "emoji.js": 1_000,
  "home.js": 2_000,
  "upload.js": 600,
};
/** The limit for a visitor who needs all parts. */
const everythingBytesMax = 39_500;

const folder = join(builtFolder(), "widget");
const sizes = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }));
const bodyBytes = sizes.find(({ name }) => name === "body.js")?.bytes ?? Number.POSITIVE_INFINITY;
const later = sizes.filter(({ name }) => name in laterBytesMax);
const languages = sizes.filter(({ name }) => name !== "body.js" && !(name in laterBytesMax));

t.test("the size of the files that a page loads stays below its budget", async (t) => {
  const publicUrl = "https://chat.northgate-cycles.example";
  const service = await startService(t, { channels: asWidget(), config: { publicUrl } });
  const script = await (await fetch(`${service.url}/widget/MOBILEAPP1`)).text();
  const loaderBytes = gzipSync(script, { level: 9 }).length;
  t.ok(script.includes(publicUrl), "the script contains the settings of its channel");
  t.ok(loaderBytes <= loaderBytesMax, `loader: ${loaderBytes} bytes of at most ${loaderBytesMax}`);
  t.same(
    languages.map(({ name }) => name.replace(".js", "")).sort(),
    [...widgetLanguages].sort(),
    "besides the body and the parts loaded later, there is one file per language and no other file",
  );
  t.notMatch(readFileSync(join(folder, "body.js"), "utf8"), /(from|import)"\.\//, "the body is one file");
  const all = loaderBytes + bodyBytes + Math.max(...languages.map(({ bytes }) => bytes));
  t.ok(all <= allBytesMax, `with the largest language: ${all} bytes of at most ${allBytesMax}`);
  t.equal(later.length, Object.keys(laterBytesMax).length);
  for (const { name, bytes } of later) {
    const max = laterBytesMax[name] ?? 0;
    t.ok(bytes <= max, `${name}: ${bytes} bytes of at most ${max}`);
  }
  const sum = later.reduce((before, { bytes }) => before + bytes, all);
  t.ok(sum <= everythingBytesMax, `with everything that may come later: ${sum} bytes of at most ${everythingBytesMax}`);
});
