import t from "tap";
import { resolveCommit } from "../../../../bench/compare/checkout.ts";
import { parseCommandLine } from "../../../../bench/load/options.ts";
import { benchFigures, mistakeIn, runBench } from "../run-bench.ts";

t.setTimeout(500_000);

t.test("compare measures a commit and this checkout in alternating turns, and writes every slice", async (t) => {
  const options = ["--only", "ingest", "--pairs", "2", "--launches", "1", "--chats", "500"];
  const { stdout, figures } = await benchFigures("compare", "HEAD", ...options);
  t.match(stdout, /^old: [0-9a-f]{7} \(HEAD\), Node 2\d\.\d+\.\d+ --v8-pool-size=1 /m);
  t.match(stdout, /^new: this checkout, Node 2\d\.\d+\.\d+ --v8-pool-size=1 /m);
  t.match(stdout, /^ingest: durable customer messages, 500 chats, 64 connections, 2 pairs of 1 s in 1 launch$/m);
  t.match(stdout, /^ {2}CPU us\/message( +\d+\.\d){2} +\d\.\d{3} +\d\.\d{3} to \d\.\d{3} +\d\.\d{3} to \d\.\d{3}$/m);
  for (const row of ["main thread", "V8's helpers", "libuv's pool"])
    t.match(stdout, new RegExp(`^ {4}${row} +\\d`, "m"));
  t.match(stdout, /^ {2}messages\/s( +\d+){2} /m);
  t.match(stdout, /^ {2}RSS MiB( +\d+){2}$/m);
  t.match(stdout, /^ {2}own MiB, collected( +\d+){2}$/m);
  t.match(stdout, /: too few pairs for a verdict: at least 6 are needed$/m);

  const { sides, results, machine, machineAfter } = figures;
  t.match([machine, machineAfter], [{ cores: Number }, { memoryMs: Number }]);
  t.match(stdout, /^the machine (moved: .* 1\.00 -> \d|stood still: )/m);
  t.match(sides, {
    old: { commit: /^[0-9a-f]{40}$/, node: process.versions.node },
    new: { node: process.versions.node, startFlags: Array },
  });
  const { old, new: fresh, rssMib, mistakes } = results.ingest;
  t.same(mistakes, []);
  t.equal(rssMib.old.length, 1);
  const places = [...old, ...fresh].map(({ place }: { readonly place: number }) => place);
  t.same(places, [1, 4, 2, 3], "the order turns round");
  for (const slice of [...old, ...fresh]) {
    t.match(slice, { launch: 1, requests: Number, perSecond: Number, cpuUs: { others: Number } });
    const { main, v8, pool } = slice.cpuUs;
    t.ok(main > pool && pool > 0 && v8 > 0, JSON.stringify(slice));
  }
});

t.test("a mistake on the command line of compare is reported in one line", async (t) => {
  const cases = [
    [[], /missing required argument 'ref'/],
    [["HEAD", "HEAD~1"], /too many arguments/],
    [["HEAD", "--only", "speed"], /speed.*ingest, paced, turns, delivery, webhooks/],
    [["HEAD", "--pairs", "1"], /--pairs.*'1'.*integer from 2 to 200/],
    [["HEAD", "--launches", "0"], /--launches.*'0'.*integer from 1 to 20/],
    [["HEAD", "--seconds", "0.5"], /--seconds.*'0\.5'.*integer from 1 to 60/],
    [["HEAD", "--chats", "10001"], /--chats.*'10001'.*integer from 100 to 10000/],
    [["HEAD", "--rounds", "1"], /unknown option '--rounds'/],
    [["HEAD", "--pairs", "2", "--launches", "3"], /--launches 3.*--pairs 2/],
  ] as const;
  for (const [args, line] of cases) t.match(mistakeIn(["compare", ...args]), line, args.join(" "));
});

t.test("an unknown commit prints one line and ends with status 1", async (t) => {
  t.throws(() => resolveCommit("no-such-commit"), /^No commit is called "no-such-commit": .*a commit, branch or tag/);
  t.match(await runBench("compare", "--", "--no-such-commit"), {
    code: 1,
    stdout: "",
    stderr: /^.*"--no-such-commit".*a commit, branch or tag.*\n$/,
  });
});

t.test("compare --help lists every option of compare", async (t) => {
  const command = parseCommandLine(["compare", "--help"]);
  const text = command.kind === "help" ? command.text : "";
  for (const option of ["<ref>", "--only", "--pairs", "--launches", "--seconds", "--chats", "--json"])
    t.match(text, option);
});
