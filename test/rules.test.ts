import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { rulesInSource } from "./project/rules-in-source.ts";

const known: readonly string[] = JSON.parse(readFileSync("test/rules.json", "utf8"));
const tested = new Map<string, string>();
for (const path of readdirSync("test", { recursive: true, encoding: "utf8" })) {
  if (!path.endsWith(".ts") || path === "rules.test.ts") continue;
  for (const rule of rulesInSource(readFileSync(`test/${path}`, "utf8"))) tested.set(rule, path);
}

t.test("titles name rules that exist", async (t) => {
  const unknown = [...tested]
    .filter(([rule]) => !known.includes(rule))
    .map(([rule, path]) => `${rule} in test/${path}`);
  t.same(unknown, []);
});

t.test("every rule has a test", async (t) => {
  t.same(
    known.filter((rule) => !tested.has(rule)),
    [],
  );
});

t.test("rules are found in titles and tables, and nowhere else", async (t) => {
  const source = `
    t.test("[CH-24] one", run);
    t.test('[CH-25, CH-26] two', run);
    t.test(\`[\${row.rule}] \${row.name}\`, run);
    const row = { rule: "DEL-01", rules: "DEL-02, DEL-03" };
    const several = { rule: "BOT-19] [BOT-21" };
    t.test("[CH-30] [CH-31, CH-32] several", run);
    // t.test("[CH-27] taken out", run);
    const text = "see CH-28, and [CH-29";
  `;
  const titles = ["CH-24", "CH-25", "CH-26"];
  const rows = ["DEL-01", "DEL-02", "DEL-03", "BOT-19", "BOT-21", "CH-30", "CH-31", "CH-32"];
  t.same(rulesInSource(source), [...titles, ...rows]);
});
