import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import t from "tap";
import { builtFolder } from "../../../src/edge/web/web-files.ts";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";

const loaderBytesMax = 3_000;
const allBytesMax = 30_000;

const folder = join(builtFolder(), "widget");
const sizes = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }));
const bodyBytes = sizes.find(({ name }) => name === "body.js")?.bytes ?? Number.POSITIVE_INFINITY;
const languages = sizes.filter(({ name }) => name !== "body.js");

t.test("what a page loads stays below its budget", async (t) => {
  const publicUrl = "https://chat.northgate-cycles.example";
  const service = await startService(t, { channels: asWidget(), config: { publicUrl } });
  const script = await (await fetch(`${service.url}/widget/MOBILEAPP1`)).text();
  const loaderBytes = gzipSync(script, { level: 9 }).length;
  t.ok(script.includes(publicUrl), "with the settings of its channel");
  t.ok(loaderBytes <= loaderBytesMax, `loader: ${loaderBytes} bytes of at most ${loaderBytesMax}`);
  t.ok(languages.length >= 5, "each language is a file of its own");
  const all = loaderBytes + bodyBytes + Math.max(...languages.map(({ bytes }) => bytes));
  t.ok(all <= allBytesMax, `with the largest language: ${all} bytes of at most ${allBytesMax}`);
});
