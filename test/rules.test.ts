import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { anchorsOf, linksOf, rulesInPage } from "./project/protocol-pages.ts";
import { rulesCited, rulesInSource } from "./project/rules-in-source.ts";

const folder = "src/docs/protocol";
const pages = new Map(
  readdirSync(folder).map((name): [string, string] => [name, readFileSync(`${folder}/${name}`, "utf8")]),
);
const groupOf = (rule: string): string => rule.split("-")[0] ?? "";
const known = [...pages.values()].flatMap(rulesInPage);

/** The TypeScript files below a folder, with their text. */
function* sourcesIn(folder: string): Generator<[string, string]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".ts")) yield [`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8")];
}

/** `UTF-16` is no rule. */
const groups = new Set(known.map(groupOf));

const tested = new Map<string, string>();
for (const [path, source] of sourcesIn("test")) {
  if (path === "test/rules.test.ts") continue;
  for (const rule of rulesInSource(source)) tested.set(rule, path);
}

t.test("titles name rules that exist", async (t) => {
  const unknown = [...tested].filter(([rule]) => !known.includes(rule)).map(([rule, path]) => `${rule} in ${path}`);
  t.same(unknown, []);
});

t.test("every rule has a test", async (t) => {
  t.same(
    known.filter((rule) => !tested.has(rule)),
    [],
  );
});

t.test("each rule has one heading, on the page of its group, in order", async (t) => {
  t.ok(known.length > 250, `${known.length} rules`);
  t.equal(new Set(known).size, known.length);
  const pageOf = new Map<string, string>();
  for (const [name, text] of pages) {
    const rules = rulesInPage(text);
    t.same(rules, [...rules].sort(), name);
    for (const rule of rules) {
      const group = groupOf(rule);
      t.equal(pageOf.get(group) ?? name, name, `${rule} is on the page of its group`);
      pageOf.set(group, name);
    }
  }
});

t.test("what the code and the pages cite exists", async (t) => {
  const unknown: string[] = [];
  for (const root of ["src", "machines"])
    for (const [path, source] of sourcesIn(root))
      for (const rule of rulesCited(source))
        if (groups.has(groupOf(rule)) && !known.includes(rule)) unknown.push(`${rule} in ${path}`);
  for (const [name, text] of pages)
    for (const { page, anchor } of linksOf(text, name)) {
      const target = pages.get(page);
      if (target === undefined) unknown.push(`${page} in ${name}`);
      else if (anchor !== null && !anchorsOf(target).has(anchor)) unknown.push(`${page}#${anchor} in ${name}`);
    }
  t.same(unknown, []);
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
