import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import type { Runtime } from "../../../src/edge/server/runtime-fit.ts";
import { describeFailure, describeMisfit, libraryFor, readRuntime } from "../../../src/edge/server/runtime-fit.ts";

const debian: Runtime = { nodeVersion: "22.23.3", abi: "127", platform: "linux", arch: "x64", glibcVersion: "2.36" };
const node24 = { nodeVersion: "24.1.0", abi: "137" };
const wanted =
  "Parley runs on Linux (glibc) and macOS, x64 and arm64, with Node 22, or with Node 24 where glibc is 2.38 or later";
const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });

const fitting: readonly Partial<Runtime>[] = [
  {},
  { nodeVersion: "22.19.0", arch: "arm64", glibcVersion: "2.28" },
  { platform: "darwin", arch: "arm64", glibcVersion: null },
  { ...node24, glibcVersion: "2.38" },
  { ...node24, glibcVersion: "2.100", arch: "arm64" },
  { ...node24, platform: "darwin", glibcVersion: null },
];
const misfits: readonly (readonly [Partial<Runtime>, string])[] = [
  [node24, "Node 24.1.0 on linux x64 with glibc 2.36"],
  [{ ...node24, glibcVersion: "2.4" }, "Node 24.1.0 on linux x64 with glibc 2.4"],
  [{ ...node24, glibcVersion: null }, "Node 24.1.0 on linux x64 with another C library"],
  [{ nodeVersion: "20.19.0", abi: "115" }, "Node 20.19.0 on linux x64 with glibc 2.36"],
  [{ nodeVersion: "25.0.0", abi: "141", arch: "arm64" }, "Node 25.0.0 on linux arm64 with glibc 2.36"],
  [{ glibcVersion: null }, "Node 22.23.3 on linux x64 with another C library"],
  [{ arch: "arm" }, "Node 22.23.3 on linux arm with glibc 2.36"],
  [{ platform: "win32", glibcVersion: null }, "Node 22.23.3 on win32 x64"],
  [{ platform: "darwin", nodeVersion: "25.0.0", abi: "141", glibcVersion: null }, "Node 25.0.0 on darwin x64"],
];

t.test("each Node has its package; a Node without one gets the package whose import fails", async (t) => {
  const names = ["127", "137", "115"].map(libraryFor);
  t.same(names, ["uWebSockets.js", "@btc-vision/uwebsockets.js", "uWebSockets.js"]);
});

t.test("if the binaries fit, an error of the import has another reason", async (t) => {
  for (const changes of fitting)
    t.equal(describeFailure({ ...debian, ...changes }, new Error("out of memory")), null, JSON.stringify(changes));
});

t.test("if no binary fits, one sentence names the expected and the actual runtime", async (t) => {
  for (const [changes, found] of misfits) {
    const runtime = { ...debian, ...changes };
    for (const error of [new Error("cannot load"), missing])
      t.equal(describeFailure(runtime, error), `${wanted}; this is ${found}.`);
  }
});

t.test("if the package for this Node is missing, one sentence has the command that installs it", async (t) => {
  t.equal(
    describeFailure({ ...debian, ...node24, glibcVersion: "2.41" }, missing),
    `Parley on Node 24 needs a package that npm ci does not install: npm install --no-save ${libraryFor(node24.abi)}@20.57.0`,
  );
  t.equal(describeFailure(debian, missing), null, "npm ci installs the package of Node 22");
});

t.test("the binaries fit the process that runs the tests", async (t) => {
  t.equal(describeMisfit(readRuntime()), null);
  if (process.platform === "linux") t.match(readRuntime().glibcVersion, /^\d+\.\d+$/);
});

t.test(
  "this Node knows the flags of npm start: an unknown flag would end the start before any code of the service runs",
  async (t) => {
    const { config } = JSON.parse(readFileSync("package.json", "utf8"));
    const args = [...config.node.split(" "), "dist/main.js", "--help"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
    t.equal(stderr, "");
    t.equal(status, 0);
    t.match(stdout, /^Usage: /);
  },
);

/** Makes a process report another version of Node, and lack the package for Node 24 even where it is installed. */
const asNode = (node: string, modules: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { registerHooks } from "node:module";
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}", modules: "${modules}" } });
    registerHooks({ resolve: (name, context, next) => next(name.replace("@btc-vision/", "@no-such-owner/"), context) });`,
  )}`;

const otherNodes = [
  ["a Node without a binary", { nodeVersion: "25.0.0", abi: "141" }],
  ["Node 24 without its package", node24],
] as const;

for (const [what, other] of otherNodes)
  t.test(`under ${what}, the service reports this in one line, exits with 1 and opens nothing`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "parley-other-node-"));
    t.teardown(() => rmSync(folder, { recursive: true }));
    const args = ["--import", asNode(other.nodeVersion, other.abi), "dist/main.js", "--data", join(folder, "data")];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
    t.equal(status, 1);
    t.equal(stdout, "");
    t.equal(stderr, `${describeFailure({ ...readRuntime(), ...other }, missing)}\n`);
    t.same(readdirSync(folder), []);
  });
