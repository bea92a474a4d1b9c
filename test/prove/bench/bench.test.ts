import t from "tap";
import { benchFigures, mistakeIn, runBench, runBenchUncompiled } from "./run-bench.ts";

t.setTimeout(500_000);

t.test("ingest and status print their tables and write their figures, and every sent message is stored", async (t) => {
  const size = ["--seconds", "1", "--rounds", "1", "--chats", "100", "--connections", "2"];
  const { stdout, figures } = await benchFigures("--only", "ingest", "status", ...size);
  t.match(stdout, /^ingest: durable customer messages, 100 chats, 2 connections$/m);
  t.match(stdout, /^ {2}uWS echo +\d+ /m);
  t.match(stdout, /^ {2}parley, log info: share of the echo +none +\d\.\d+$/m);
  t.match(stdout, /^ {2}parley, log warn: p99 +<= 15 ms +[\d.]+ ms +(ok|MISS)$/m);
  t.match(stdout, /^ {2}verify parley, log info: ok, \d+ answered, \d+ stored/m);
  t.match(stdout, /^ {2}verify parley, log warn: ok, \d+ answered, \d+ stored/m);
  t.match(stdout, /^ {2}parley: share of the uWS GET +>= 0\.9 +\d\.\d+ +(ok|MISS)$/m);

  t.match(stdout, `\nEvery contestant ran on Node ${process.versions.node}.\n`);

  t.match(figures, { machine: { cores: Number }, versions: { node: process.versions.node }, options: { rounds: 1 } });
  t.match(figures, { machineBefore: { cpuMs: Number, fdatasyncMs: Number }, machineAfter: { loopbackUs: Number } });
  t.match(stdout, /^the machine (moved: .* 1\.00 -> \d|stood still: )/m);
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
    for (const contestant of contestants)
      t.match(contestant, { name: String, rounds: [{ ...load, ownMib: Number, rssMib: Number }] });
  }
});

t.test("a mistake on the command line is reported in one line", async (t) => {
  const cases = [
    [["--only", "speed"], /speed.*ingest, durable, status, ready, delivery/],
    [["--seconds", "0"], /--seconds.*'0'.*integer from 1 to 600/],
    [["--rounds", "many"], /--rounds.*'many'.*integer/],
    [["--connections"], /--connections.*missing/],
    [["--chats", "10001"], /--chats.*'10001'.*integer from 100 to 10000/],
    [["--waiting-chats", "1"], /--waiting-chats.*'1'.*integer from 100 to 100000/],
    [["--arrivals", "odd"], /--arrivals.*'odd'.*even, poisson/],
    [["--overload-seconds", "0"], /--overload-seconds.*'0'.*integer from 1 to 600/],
    [["--fast"], /unknown option '--fast'/],
    [["everything"], /too many arguments/],
  ] as const;
  for (const [args, line] of cases) t.match(mistakeIn(args), line, args.join(" "));
});

t.test("a mistake prints one line and ends with status 2; --help prints only the help", async (t) => {
  const [option, bench, help] = await Promise.all([
    runBench("--fast"),
    runBench("micro", "no-such-bench"),
    runBenchUncompiled("--help"),
  ]);
  t.strictSame(option, { code: 2, stdout: "", stderr: `${mistakeIn(["--fast"])}\n` });
  t.match(bench, { code: 2, stdout: "", stderr: /^.*no-such-bench.*\n$/ });
  t.equal(help.code, 0);
  const words = [
    "--only",
    "--seconds",
    "--rounds",
    "--connections",
    "--chats",
    "--profile",
    "--report",
    "--json",
    "micro",
  ];
  for (const word of words) t.match(help.stdout, word);
});
