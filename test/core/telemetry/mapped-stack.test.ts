import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Test } from "tap";
import t from "tap";
import { createStackMapper } from "../../../src/core/telemetry/mapped-stack.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";

const source = `export function fail(reason: string): never {
  const error = new Error(reason);
  throw error;
}
`;

/** A source that was bundled into `dist`, and the stack line of an error that the bundle makes. */
async function bundled(t: Test) {
  const folder = temporaryFolder(t);
  const dist = join(folder, "dist");
  writeFileSync(join(folder, "fail.ts"), source);
  const outfile = join(dist, "fail.js");
  await build({
    entryPoints: [join(folder, "fail.ts")],
    outfile,
    bundle: true,
    minifyWhitespace: true,
    sourcemap: true,
  });
  const column = readFileSync(outfile, "utf8").indexOf("new Error") + 1;
  return { dist, outfile, frame: `    at fail (${pathToFileURL(outfile).href}:1:${column})` };
}

t.test("a stack names source positions", async (t) => {
  const { dist, frame } = await bundled(t);
  const stack = `Error: no\n${frame}\n    at node:internal/timers:5:3\nCaused by: Error: why\n${frame}`;
  t.equal(
    createStackMapper(dist)(stack),
    "Error: no\n    at fail (fail.ts:2:17)\n    at node:internal/timers:5:3\nCaused by: Error: why\n    at fail (fail.ts:2:17)",
  );
});

t.test("a stack without a map, with an unreadable one or of other code stays unchanged", async (t) => {
  const { dist, outfile, frame } = await bundled(t);
  t.equal(createStackMapper(join(dist, "elsewhere"))(frame), frame, "the map of other code is not read");
  writeFileSync(`${outfile}.map`, "{");
  t.equal(createStackMapper(dist)(frame), frame);
  rmSync(`${outfile}.map`);
  t.equal(createStackMapper(dist)(frame), frame);
  t.equal(createStackMapper(dist)("no stack at all"), "no stack at all");
});

t.test("the log of a bundle logs errors with source positions, without an option of Node", async (t) => {
  const folder = temporaryFolder(t);
  const program = `import { createLog } from ${JSON.stringify(resolve("src/core/telemetry/log.ts"))};
const { logger } = createLog("error", { logWaitingCharactersMax: 10_000 });
const broken = (): Error => new Error("no", { cause: new Error("why") });
logger.error({ err: broken() }, "failed");
logger.error({ err: "a text" }, "failed");
`;
  writeFileSync(join(folder, "program.ts"), program);
  const outfile = join(folder, "dist/program.mjs");
  await build({
    ...{ entryPoints: [join(folder, "program.ts")], outfile, bundle: true, platform: "node", format: "esm" },
    ...{ sourcemap: true, absWorkingDir: resolve("."), nodePaths: [resolve("node_modules")] },
    banner: { js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);` },
  });
  const { stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8", env: { NODE_OPTIONS: "" } });
  const [failed, other] = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  t.match(failed, { msg: "failed", err: { type: "Error", message: "no: why" } });
  t.match(
    failed.err.stack,
    /at broken \(program\.ts:3:29\)[\s\S]*caused by: Error: why[\s\S]*at broken \(program\.ts:3:/,
  );
  t.notMatch(failed.err.stack, /program\.mjs/);
  t.match(other, { err: "a text" }, "a value that is no error is logged unchanged");
});
