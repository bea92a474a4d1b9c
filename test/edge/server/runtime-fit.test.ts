import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import type { Runtime } from "../../../src/edge/server/runtime-fit.ts";
import { describeMisfit, readRuntime } from "../../../src/edge/server/runtime-fit.ts";

const debian: Runtime = { nodeVersion: "20.19.0", abi: "115", platform: "linux", arch: "x64", glibcVersion: "2.36" };
const wanted = "Parley runs on Node 20 and 22 on Linux (glibc) and macOS, x64 and arm64";

const fitting: readonly Partial<Runtime>[] = [
  {},
  { nodeVersion: "22.20.0", abi: "127" },
  { arch: "arm64" },
  { nodeVersion: "22.20.0", abi: "127", arch: "arm64", glibcVersion: "2.28" },
  { platform: "darwin", arch: "arm64", glibcVersion: null },
];
const misfits: readonly (readonly [Partial<Runtime>, string])[] = [
  [{ nodeVersion: "24.1.0", abi: "137" }, "Node 24.1.0 on linux x64 with glibc 2.36"],
  [{ nodeVersion: "18.20.8", abi: "108" }, "Node 18.20.8 on linux x64 with glibc 2.36"],
  [{ nodeVersion: "21.0.0", abi: "120", arch: "arm64" }, "Node 21.0.0 on linux arm64 with glibc 2.36"],
  [{ glibcVersion: null }, "Node 20.19.0 on linux x64 with another C library"],
  [{ arch: "arm" }, "Node 20.19.0 on linux arm with glibc 2.36"],
  [{ platform: "win32", glibcVersion: null }, "Node 20.19.0 on win32 x64"],
  [{ platform: "darwin", nodeVersion: "24.1.0", abi: "137", glibcVersion: null }, "Node 24.1.0 on darwin x64"],
];

t.test("if the binaries fit, there is no message", async (t) => {
  for (const changes of fitting) t.equal(describeMisfit({ ...debian, ...changes }), null);
});

t.test("if no binary fits, one sentence names the expected and the actual runtime", async (t) => {
  for (const [changes, found] of misfits)
    t.equal(describeMisfit({ ...debian, ...changes }), `${wanted}; this is ${found}.`);
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

/** Makes a process report another version of Node, for which there is no binary. */
const asNode24 = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "24.1.0", modules: "137" } });`,
)}`;

t.test("under another Node, the service reports this in one line, exits with 1 and opens nothing", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-other-node-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const args = ["--import", asNode24, "dist/main.js", "--data", join(folder, "data")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  t.equal(status, 1);
  t.equal(stdout, "");
  t.match(
    stderr,
    /^Parley runs on Node 20 and 22 on Linux \(glibc\) and macOS, x64 and arm64; this is Node 24\.1\.0 on .*\.\n$/,
  );
  t.same(readdirSync(folder), []);
});
