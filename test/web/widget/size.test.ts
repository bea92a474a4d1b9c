import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import t from "tap";
import { widgetLanguages } from "../../../src/core/widget-languages.ts";
import { builtFolder } from "../../../src/edge/web/web-files.ts";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";

const loaderBytesMax = 3_000;
const allBytesMax = 30_000;
/** The scripts that load when they are needed: the forms, the emoji, the upload of files. */
const laterBytesMax: Readonly<Record<string, number>> = { "cards.js": 2_400, "emoji.js": 800, "upload.js": 600 };
/** The limit for a visitor who needs all scripts. */
const everythingBytesMax = allBytesMax + 3_700;

const folder = join(builtFolder(), "widget");
const sizes = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }));
const bodyBytes = sizes.find(({ name }) => name === "body.js")?.bytes ?? Number.POSITIVE_INFINITY;
const later = sizes.filter(({ name }) => name in laterBytesMax);
const languages = sizes.filter(({ name }) => name !== "body.js" && !(name in laterBytesMax));

t.test("the scripts that a page loads stay below their limit", async (t) => {
  const publicUrl = "https://chat.northgate-cycles.example";
  const service = await startService(t, { channels: asWidget(), config: { publicUrl } });
  const script = await (await fetch(`${service.url}/widget/MOBILEAPP1`)).text();
  const loaderBytes = gzipSync(script, { level: 9 }).length;
  t.ok(script.includes(publicUrl), "with the settings of its channel");
  t.ok(loaderBytes <= loaderBytesMax, `loader: ${loaderBytes} bytes of at most ${loaderBytesMax}`);
  t.same(
    languages.map(({ name }) => name.replace(/-.*/, "")).sort(),
    widgetLanguages.filter((one) => one !== "en").sort(),
    "beside the body and what comes later, each language is a file of its own, and nothing else is there",
  );
  t.notMatch(readFileSync(join(folder, "body.js"), "utf8"), /(from|import)"\.\//, "the body comes in one file");
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
