import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { runBench } from "./run-bench.ts";

t.setTimeout(500_000);

t.test("ingest and status print their tables, write their figures, and what was sent is stored", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-test-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const json = join(folder, "figures.json");
  const options = ["--only", "ingest", "status", "--seconds", "1", "--rounds", "1", "--json", json];
  const { status, stdout, stderr } = await runBench(...options);
  t.equal(status, 0, stderr);
  t.match(stdout, /^ingest: durable customer messages, 10000 chats, 64 connections$/m);
  t.match(stdout, /^ {2}uWS echo +\d+ /m);
  t.match(stdout, /^ {2}parley, log info: share of the echo +>= 0\.25 \(goal 0\.50\) +\d\.\d+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}parley, log warn: p99 +<= 15 ms +[\d.]+ ms +(ok|MISS)$/m);
  t.match(stdout, /^ {2}verify parley, log info: ok, \d+ answered, \d+ stored/m);
  t.match(stdout, /^ {2}verify parley, log warn: ok, \d+ answered, \d+ stored/m);
  t.match(stdout, /^ {2}parley: share of the uWS GET +>= 0\.70 +\d\.\d+ +(ok|MISS)$/m);

  t.match(stdout, `\nThe service ran on Node ${process.versions.node}.\n`);

  const figures = JSON.parse(readFileSync(json, "utf8"));
  t.match(figures, { machine: { cores: Number }, versions: { node: process.versions.node }, options: { rounds: 1 } });
  t.same(Object.keys(figures.results), ["ingest", "status"]);
  const load = {
    requests: Number,
    perSecond: Number,
    p50Ms: Number,
    p99Ms: Number,
    maxMs: Number,
    cpuUsPerRequest: Number,
  };
  for (const { contestants } of Object.values<{ contestants: object[] }>(figures.results)) {
    for (const contestant of contestants) t.match(contestant, { name: String, rounds: [{ ...load, rssMib: Number }] });
  }
});

t.test("a mistake on the command line is one line and exit status 2", async (t) => {
  const cases = [
    [["--only", "speed"], /speed.*ingest, status, ready, delivery/],
    [["--seconds", "0"], /--seconds.*'0'.*integer from 1 to 600/],
    [["--rounds", "many"], /--rounds.*'many'.*integer/],
    [["--connections"], /--connections.*missing/],
    [["--waiting-chats", "1"], /--waiting-chats.*'1'.*integer from 100 to 100000/],
    [["--node", "18"], /--node.*'18'.*20, 22/],
    [["--fast"], /unknown option '--fast'/],
    [["everything"], /too many arguments/],
    [["micro", "no-such-bench"], /no-such-bench/],
  ] as const;
  await Promise.all(
    cases.map(async ([args, line]) => {
      const { status, stdout, stderr } = await runBench(...args);
      t.equal(status, 2, args.join(" "));
      t.equal(stdout, "");
      t.match(stderr, line);
      t.equal(stderr.trim().split("\n").length, 1, stderr);
    }),
  );
});

t.test("--help tells every option and costs nothing", async (t) => {
  const { status, stdout } = await runBench("--help");
  t.equal(status, 0);
  for (const option of ["--only", "--seconds", "--rounds", "--connections", "--node", "--profile", "--json", "micro"]) {
    t.match(stdout, option);
  }
});
