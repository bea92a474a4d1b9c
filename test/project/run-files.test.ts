import { join } from "node:path";
import t from "tap";
import { runFiles } from "./run-files.ts";
import type { FileTally } from "./tap-tally.ts";
import { createTally } from "./tap-tally.ts";

const pass = 'console.log("TAP version 14\\nok 1 - one\\n1..1");';

t.test("a file that says all is well and does not end well has failed, and takes no other with it", async (t) => {
  const folder = t.testdir({
    "good.mjs": pass,
    "exits.mjs": `${pass} process.exitCode = 3;`,
    "killed.mjs": `${pass} process.kill(process.pid, "SIGKILL");`,
    "silent.mjs": "",
    "half.mjs": 'console.log("ok 1 - one"); console.log("not ok 2 - two");',
  });
  const names = ["good", "exits", "killed", "silent", "half"];
  const ended: FileTally[] = [];
  const { parser, tally } = createTally((file) => ended.push(file));
  const files = names.map((name) => ({ source: `${name}.ts`, built: join(folder, `${name}.mjs`) }));
  await runFiles(files, parser, new AbortController().signal);
  t.same(ended.map(({ file, failed }) => [file, failed]).sort(), [
    ["exits.ts", 1],
    ["good.ts", 0],
    ["half.ts", 1],
    ["killed.ts", 1],
    ["silent.ts", 1],
  ]);
  const found = new Map(tally.failures.map(({ path, details }) => [path.join(" > "), details]));
  t.match(found.get("exits.ts"), /exitCode: 3/);
  t.match(found.get("killed.ts"), /signal: SIGKILL/);
  t.ok(found.has("half.ts > two"));
});

t.test("once it is stopped, what runs is ended and no more begins", async (t) => {
  const folder = t.testdir({ "long.mjs": "setInterval(() => undefined, 1_000);" });
  const ended: FileTally[] = [];
  const { parser, tally } = createTally((file) => ended.push(file));
  const stopping = new AbortController();
  const long = { source: "long.ts", built: join(folder, "long.mjs") };
  const run = runFiles([long, long, long], parser, stopping.signal);
  stopping.abort();
  await run;
  t.equal(ended.length, 2);
  t.match(tally.failures[0]?.details, /signal: SIGTERM/);
});
