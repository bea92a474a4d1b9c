import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import t from "tap";
import { anchorsOf } from "./protocol-pages.ts";

const pages = [
  ...readdirSync("."),
  ...readdirSync(".github", { encoding: "utf8" }).map((name) => join(".github", name)),
  ...readdirSync("src/docs", { recursive: true, encoding: "utf8" }).map((name) => join("src/docs", name)),
].filter((name) => name.endsWith(".md"));

/** Examples in code blocks may name files that the reader makes. */
const withoutBlocks = (text: string): string => text.replace(/^```.*?^```$/gms, "");

/** A link is wrong if its file does not exist, or if no heading of its page has its anchor. */
function wrongLinks(page: string, text: string): readonly string[] {
  const links = [...text.replace(/`[^`\n]*`/g, "").matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  return links
    .filter(([, path = "", anchor]) => {
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(withoutBlocks(readFileSync(target, "utf8"))).has(anchor);
    })
    .map(([link]) => `${page}: ${link.slice(1)}`);
}

/** Checks paths from the project's folder; patterns do not match. */
function wrongPaths(page: string, text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|test|bench|machines|workers)\/[\w./-]+)`/g)]
    .filter(([, path = ""]) => !existsSync(path))
    .map(([, path = ""]) => `${page}: ${path}`);
}

t.test("every link of the documentation leads to a file and a heading, and every path exists", async (t) => {
  const texts = pages.map((page) => ({ page, text: withoutBlocks(readFileSync(page, "utf8")) }));
  t.ok(texts.length > 30, `${texts.length} pages`);
  t.same(
    texts.flatMap(({ page, text }) => wrongLinks(page, text)),
    [],
  );
  t.same(
    texts.flatMap(({ page, text }) => wrongPaths(page, text)),
    [],
  );
});

t.test("every command of the documentation is a script of the package, and the front page is short", async (t) => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync("package.json", "utf8"));
  const unknown = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\bnpm run (?:-s )?([a-z][\w:]*)/g)]
      .filter(([, name = ""]) => scripts[name] === undefined)
      .map(([command]) => `${page}: ${command}`),
  );
  t.same(unknown, []);
  const lines = readFileSync("README.md", "utf8").split("\n").length;
  t.ok(lines <= 150, `README.md has ${lines} lines`);
});

t.test("links and paths that do not exist are found", async (t) => {
  const text =
    "[a](nowhere.md) [b](limits.md#no-such-heading) [c](limits.md#lim-01) `[d](shown)` `src/nowhere.ts` `src/docs/`";
  const page = "src/docs/protocol/README.md";
  t.same(wrongLinks(page, text), [`${page}: (nowhere.md)`, `${page}: (limits.md#no-such-heading)`]);
  t.same(wrongPaths(page, text), [`${page}: src/nowhere.ts`]);
});
