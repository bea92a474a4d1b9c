import { readFileSync } from "node:fs";
import t from "tap";
import type { VariantName } from "../../../bench/load/service/variants.ts";
import { buildVariant } from "../../../bench/load/service/variants.ts";

t.setTimeout(120_000);

const textOf = async (name: VariantName): Promise<string> => readFileSync(await buildVariant(name), "utf8");

t.test("a service to compare with is built without the check for watchers", async (t) => {
  const text = await textOf("unwatched");
  t.notMatch(text, /\.watcher\?\.isWatched\(/);
  t.match(text, /\.add\(\{\s*actor: key/, "and keeps its steps");
});

t.test("another build keeps no steps", async (t) => {
  const text = await textOf("no-history");
  t.notMatch(text, /\.add\(\{\s*actor: key/);
  t.notMatch(text, /table: "history",\s*key: \[historyAt\]/);
  t.match(text, /\.watcher\?\.isWatched\(/, "and asks who watches");
});
