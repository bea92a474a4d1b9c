import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import type { Listing, Part } from "./check-parts.ts";
import {
  changesSince,
  checkParts,
  listFiles,
  withAllImporters,
  withAllImports,
  withImportersOfRemoved,
} from "./check-parts.ts";

const listing = (files: Readonly<Record<string, readonly string[]>>): Listing => ({
  digests: new Map(Object.keys(files).map((path) => [path, `of ${path}`])),
  named: new Map(Object.entries(files).map(([path, names]) => [path, new Set(names)])),
});

t.test("changed, new and removed files differ from what passed", async (t) => {
  const now = listing({ "same.ts": [], "changed.ts": [], "new.ts": [], "not-an-input.ts": [] });
  const passed = { "same.ts": "of same.ts", "changed.ts": "of another text", "removed.ts": "of removed.ts" };
  const inputs = ["same.ts", "changed.ts", "new.ts"];
  t.same(changesSince(passed, inputs, now), ["changed.ts", "new.ts", "removed.ts"]);
  t.same(changesSince({}, inputs, now), inputs);
  t.same(changesSince({ "same.ts": "of same.ts" }, ["same.ts"], now), []);
});

t.test("files are followed along their imports, in both directions, also in a cycle", async (t) => {
  const now = listing({
    "a.ts": ["b.ts"],
    "b.ts": ["c.ts"],
    "c.ts": ["b.ts", "gone.ts"],
    "d.ts": ["a.ts"],
    "e.ts": [],
  });
  t.same([...withAllImporters(["b.ts"], now)].sort(), ["a.ts", "b.ts", "c.ts", "d.ts"]);
  t.same([...withAllImporters(["gone.ts"], now)].sort(), ["a.ts", "b.ts", "c.ts", "d.ts", "gone.ts"]);
  t.same([...withAllImports(["a.ts"], now)].sort(), ["a.ts", "b.ts", "c.ts", "gone.ts"]);
  t.same(withImportersOfRemoved(["e.ts", "b.ts", "gone.ts"], now), ["e.ts", "b.ts", "gone.ts", "c.ts"]);
});

/** A project with a part that judges `src/`: no file may contain the word that `settings` names. It runs on changed files and importers. */
function createProject(folder: string) {
  execFileSync("git", ["init", "-q"], { cwd: folder });
  const looked: string[] = [];
  const part: Part = {
    name: "words",
    inputs: ({ digests }) => [...digests.keys()].filter((path) => path.startsWith("src/")).sort(),
    settings: ["settings"],
    reach: withAllImporters,
    commands: (scope) => [
      ["sh", "-c", '! grep -lrf settings -- "$@" /dev/null', "sh", ...(scope === "all" ? ["src"] : scope.reached)],
    ],
  };
  return {
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
    remove: (path: string) => rmSync(join(folder, path)),
    rename: (from: string, to: string) => renameSync(join(folder, from), join(folder, to)),
    listed: () => [...listFiles(folder).digests.keys()].sort(),
    /** Returns what the part says, without its times. */
    async check(changes: Partial<Part> = {}): Promise<string> {
      looked.length = 0;
      const print = (line: string) => looked.push(line.replace(/, [\d.]+ s$/, "").trim());
      await checkParts([{ ...part, ...changes }], { folder, cache: ".git/check", print });
      return looked.join("; ");
    },
  };
}

const notRun = (files: number) => `words: not run, its ${files} files are what it last passed with`;

t.test("a file that was wrong is judged again until it passes, also when it was not touched since", async (t) => {
  const { write, check } = createProject(t.testdir({ settings: "bad", src: { "a.ts": "", "b.ts": "" } }));
  t.equal(await check(), "words: clean, all 2 files");
  t.equal(await check(), notRun(2));
  write("src/a.ts", "bad");
  t.equal(await check(), "words: WRONG, 1 of 2 files, 1 changed; src/a.ts");
  write("src/b.ts", "good");
  t.equal(await check(), "words: WRONG, 2 of 2 files, 2 changed; src/a.ts");
  write("src/a.ts", "");
  t.equal(await check(), "words: clean, 1 of 2 files, 1 changed");
  t.equal(await check(), notRun(2));
});

t.test("new, renamed and removed files change what imports them", async (t) => {
  const folder = t.testdir({
    settings: "bad",
    ".gitignore": "ignored.ts",
    src: { "a.ts": 'import "./b.ts";', "b.ts": "", "c.ts": "", "ignored.ts": "" },
  });
  const { write, remove, rename, listed, check } = createProject(folder);
  t.same(listed(), [".gitignore", "settings", "src/a.ts", "src/b.ts", "src/c.ts"]);
  t.equal(await check(), "words: clean, all 3 files");
  execFileSync("git", ["add", "."], { cwd: folder });
  remove("src/b.ts");
  t.equal(await check(), "words: clean, 1 of 2 files, 1 changed");
  remove("src/c.ts");
  t.equal(await check(), "words: clean, 0 of 1 files, 1 changed");
  write("src/b.ts", "bad");
  t.equal(await check(), "words: WRONG, 2 of 2 files, 1 changed; src/b.ts");
  rename("src/b.ts", "src/d.ts");
  t.equal(await check(), "words: WRONG, 1 of 2 files, 1 changed; src/d.ts");
});

t.test("changed settings judge everything again, and empty the cache", async (t) => {
  const folder = t.testdir({ settings: "bad", src: { "a.ts": "worse", "b.ts": "" } });
  const { write, check } = createProject(folder);
  t.equal(await check(), "words: clean, all 2 files");
  write(".git/check/words/of-the-program", "");
  write("settings", "worse");
  t.equal(await check(), "words: WRONG, all 2 files; src/a.ts");
  t.notOk(existsSync(join(folder, ".git/check/words/of-the-program")));
  write("settings", "bad");
  t.equal(await check(), "words: clean, all 2 files");
});

t.test("a part that was killed, or whose files were edited meanwhile, has not passed", async (t) => {
  const { check } = createProject(t.testdir({ settings: "bad", src: { "a.ts": "", "b.ts": "" } }));
  t.equal(await check({ commands: () => [["sh", "-c", "kill -9 $$"], ["true"]] }), "words: WRONG, all 2 files; ");
  const edits: Partial<Part> = { commands: () => [["sh", "-c", "echo >> src/a.ts"]] };
  t.equal(await check(edits), "words: clean, all 2 files");
  t.equal(await check({ ...edits }), "words: clean, 1 of 2 files, 1 changed");
});
