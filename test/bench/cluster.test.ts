import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { runBench } from "./run-bench.ts";

t.setTimeout(500_000);

t.test("cluster compares nodes on PostgreSQL, every desk is told once, and what was sent is stored", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-test-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const json = join(folder, "figures.json");
  const sizes = ["--seconds", "1", "--rounds", "1", "--open-chats", "1000"];
  const { status, stdout, stderr } = await runBench("--only", "cluster", ...sizes, "--json", json);
  t.equal(status, 0, `${stdout}\n${stderr}`);
  t.match(stdout, /^cluster: durable customer messages, 10000 chats, on PostgreSQL and on LMDB/m);
  t.match(stdout, /^ {2}PostgreSQL, one node: share of LMDB +>= 0\.30 +\d\.\d+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}PostgreSQL, three nodes: against one +>= 1\.00 +\d\.\d+ +(ok|MISS)$/m);
  t.match(stdout, /^ {2}1000\/s at node one: desk at node 3, p99 after the answer +<= 5 ms +[\d.]+ ms +(ok|MISS)$/m);
  t.match(stdout, /^ {2}PostgreSQL, 1000 open chats: RSS +<= [\d.]+ MiB of LMDB +[\d.]+ MiB +(ok|MISS)$/m);
  t.equal(stdout.match(/^ {2}verify .*: ok, \d+ answered, \d+ stored, each once and in order/gm)?.length, 6);

  const { results } = JSON.parse(readFileSync(json, "utf8"));
  const [lmdb, one, three, answers, ...others] = results.cluster.contestants;
  t.match(lmdb, { name: "LMDB, one node", rounds: [{ perSecond: Number, cpuUsPerRequest: Number }] });
  for (const measured of [one, three, answers]) {
    const [{ cpuUsPerRequest, engineUsPerRequest }] = measured.rounds;
    t.ok(cpuUsPerRequest > 0 && engineUsPerRequest > 0, `${measured.name}: CPU of the nodes and of the engine`);
  }
  for (const desk of others.slice(0, 3)) t.match(desk, { rounds: [{ p99Ms: Number, wholeP99Ms: Number }] });
  for (const memory of others.slice(3)) t.match(memory, { rounds: [{ rssMib: Number, heapMib: Number }] });
});
