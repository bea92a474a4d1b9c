import { basename } from "node:path";
import t from "tap";
import { anchorsOf, linksOf, rulesInPage } from "./project/protocol-pages.ts";
import { protocolPages, sourcesIn, tests } from "./project/protocol-sources.ts";
import { proofsIn, tagsOf, withProofs } from "./project/rule-proofs.ts";
import { rulesCited, rulesInSource } from "./project/rules-in-source.ts";

const pagesByPath = protocolPages();
const pages = new Map(pagesByPath.map(([path, text]) => [basename(path), text]));
const groupOf = (rule: string): string => rule.split("-")[0] ?? "";
const known = [...pages.values()].flatMap(rulesInPage);

/** Excludes texts such as `UTF-16`, which look like a rule. */
const groups = new Set(known.map(groupOf));

const proofs = proofsIn(tests());

t.test("titles name rules that exist", async (t) => {
  const unknown = [...proofs].filter(([rule]) => !known.includes(rule)).map(([rule, paths]) => `${rule} in ${paths}`);
  t.same(unknown, []);
});

t.test("every rule has a test", async (t) => {
  t.same(
    known.filter((rule) => !proofs.has(rule)),
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

t.test("rules that the code and the pages cite exist", async (t) => {
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

t.test("each page shows the tests of its rules, as npm run proofs writes them", async (t) => {
  for (const [path, text] of pagesByPath) t.equal(withProofs(text, proofs), text, path);
});

t.test("the tests of a rule are listed below it once; tests that name it most often come first", async (t) => {
  const title = (rule: string): string => `t.test("[${rule}] one", run);`;
  const files: [string, string][] = ["a", "b", "c", "d"].map((name) => [`test/${name}.test.ts`, title("CH-24")]);
  files.push(["test/e.test.ts", `${title("CH-24")} ${title("CH-24")}`]);
  const made = proofsIn(files);
  const page = "# Page\n\n### CH-24\nA rule.\n\n- one\n\n## More\nText.\n";
  const links = ["e", "a", "b"].map((name) => `[${name}.test.ts](../../../test/${name}.test.ts)`).join(", ");
  const shown = `# Page\n\n### CH-24\nA rule.\n\n- one\n\nTests: ${links}, and 2 more\n\n## More\nText.\n`;
  t.equal(withProofs(page, made), shown);
  t.equal(withProofs(shown, made), shown);
  t.match(tagsOf([["x/page.md", page]]), /^CH-24\tx\/page\.md\t\/\^### CH-24\$\/$/m);
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
