import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Test } from "tap";
import t from "tap";
import type { Checkout } from "../../../../bench/compare/checkout.ts";
import { prepareCheckout, resolveCommit } from "../../../../bench/compare/checkout.ts";

t.setTimeout(200_000);

const builds = `node -e "fs.mkdirSync('dist', {recursive: true}); fs.writeFileSync('dist/main.js', process.env.npm_package_config_said)"`;
const emptyLock = JSON.stringify({ name: "a", lockfileVersion: 3, requires: true, packages: { "": { name: "a" } } });

/** A repository with one commit, and its own cache. */
function createRepository(t: Test, build: string, lock: string | null = emptyLock) {
  mkdirSync(".cache", { recursive: true });
  const folder = resolve(mkdtempSync(".cache/compare-test-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@a.example", ...args], { cwd: repository });
  const commit = (text: string, said: string): void => {
    const facts = { name: "a", config: { said }, scripts: { build: text } };
    writeFileSync(join(repository, "package.json"), JSON.stringify(facts));
    git("add", ".");
    git("commit", "-qm", "A commit");
  };
  git("init", "-q");
  if (lock !== null) writeFileSync(join(repository, "package-lock.json"), lock);
  commit(build, "first");
  const lines: string[] = [];
  return {
    repository,
    lines,
    commit,
    prepare: (ref: string): Checkout =>
      prepareCheckout(resolveCommit(ref, repository), {
        repository,
        cacheFolder: join(folder, "cache"),
        progress: (line) => void lines.push(line),
      }),
  };
}

t.test("a commit is unpacked, installed and built once", async (t) => {
  const { prepare, lines, commit } = createRepository(t, builds);
  const { folder, commit: name } = prepare("HEAD");
  t.ok(folder.endsWith(join("cache/compare", name)));
  t.equal(readFileSync(join(folder, "dist/main.js"), "utf8"), "first");
  t.match(lines, [/its files go to/, /npm ci, because it locks other dependencies/, /npm run build/]);
  t.notOk(existsSync(join(folder, ".git")), "the checkout is not a worktree");
  lines.length = 0;
  t.equal(prepare("HEAD").folder, folder);
  t.same(lines, [], "the next run uses the existing checkout");
  commit(builds, "second");
  t.equal(readFileSync(join(prepare("HEAD").folder, "dist/main.js"), "utf8"), "second");
  t.equal(readFileSync(join(prepare("HEAD~1").folder, "dist/main.js"), "utf8"), "first");
});

t.test("a commit that locks the same dependencies uses those of this checkout", async (t) => {
  const { prepare, lines } = createRepository(t, builds, readFileSync("package-lock.json", "utf8"));
  const { folder } = prepare("HEAD");
  const modules = join(folder, "node_modules");
  t.ok(lstatSync(modules).isSymbolicLink());
  t.ok(existsSync(join(modules, "lmdb/package.json")));
  t.match(lines, [/its files go to/, /npm run build/]);
  lines.length = 0;
  writeFileSync(join(folder, "package-lock.json"), emptyLock);
  prepare("HEAD");
  t.match(lines, [/npm ci/, /npm run build/], "and no longer when this checkout has come to lock others");
  t.notOk(lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink());
  t.ok(existsSync("node_modules/lmdb/package.json"), "whose own are left alone");
});

t.test("a commit that cannot be prepared is named, and is prepared again the next time", async (t) => {
  const failing = createRepository(t, "exit 3");
  for (const time of ["first", "second"])
    t.throws(() => failing.prepare("HEAD"), /^The build of [0-9a-f]{7} in .*compare.* ended with 3$/, time);
  const idle = createRepository(t, "true");
  t.throws(() => idle.prepare("HEAD"), /^The build of [0-9a-f]{7} made no dist\/main\.js/);
  const unlocked = createRepository(t, builds, null);
  t.throws(() => unlocked.prepare("HEAD"), /^[0-9a-f]{7} has no package-lock\.json/);
  const wrong = createRepository(t, builds, "no JSON");
  t.throws(() => wrong.prepare("HEAD"), /^npm ci for [0-9a-f]{7} in .* ended with 1$/);
  t.throws(() => wrong.prepare("HEAD~7"), /^No commit is called "HEAD~7"/);
});
