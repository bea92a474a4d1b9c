import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { createProject } from "./small-project.ts";

t.setTimeout(500_000);

const all = [
  "the service",
  "what it loads when it is configured",
  "its worker tasks",
  "the operator's commands",
  "the pages",
];

const builtIn = (output: string): readonly string[] =>
  Array.from(output.matchAll(/^built (.*) in [\d.]+ s$/gm), ([, name = ""]) => name);

t.test("a part is built when something that it was made from, or that was made, is different", async (t) => {
  const { run, write, folder } = createProject(t);
  const build = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { status, output } = await run("build", ...words).ended;
    t.equal(status, 0, output);
    return builtIn(output);
  };
  t.same(await build("service"), ["the service"], "a named part alone");
  t.same(await build(), all.slice(1));
  t.same(await build(), [], "nothing changed");

  write("src/word.ts", 'export const word = "another";');
  t.same(await build(), ["the service"], "a source that the entry imports");
  write("src/docs/new.md", "");
  t.same(await build(), ["the pages"], "a new file in a folder of the pages");
  rmSync(join(folder, "dist", "web", "docs"));
  t.same(await build(), ["the pages"], "a built file that is missing");
  write("tsconfig.json", '{"compilerOptions":{}}');
  t.same(await build(), all, "a setting");

  const afterTheBuild = Date.now() / 1_000 + 3_600;
  utimesSync(join(folder, "workers", "read-rows.ts"), afterTheBuild, afterTheBuild);
  t.same(await build(), ["its worker tasks"]);
  t.same(await build(), ["its worker tasks"], "a source that is newer than its build");
});

t.test("after a mistake the part is built again, until it has no mistake", async (t) => {
  const { run, write } = createProject(t);
  const mistakes = [
    { path: "src/word.ts", wrong: "export const word = ;", right: 'export const word = "two";', says: /word\.ts:1:20/ },
    { path: "src/web/desk/page", wrong: "mistake", right: "desk", says: /^The build failed: a page has a mistake$/m },
  ];
  for (const { path, wrong, right, says } of mistakes) {
    write(path, wrong);
    for (const time of ["first", "again"]) {
      const { status, output } = await run("build", "service", "pages").ended;
      t.equal(status, 1, time);
      t.match(output, says);
    }
    write(path, right);
    t.equal((await run("build", "service", "pages").ended).status, 0);
  }
});

t.test("with --quiet it says nothing; another word is refused", async (t) => {
  const { run } = createProject(t);
  t.same(await run("build", "--quiet", "workers").ended, { status: 0, output: "" });
  const { status, output } = await run("build", "worker").ended;
  t.equal(status, 2);
  t.match(output, /^Expected --help, --quiet or some of the parts service, .*, got "worker"\.$/m);
  t.match(await run("build", "--help").ended, { status: 0, output: /^Usage: npm run build/ });
});
