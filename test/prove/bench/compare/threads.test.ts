import t from "tap";
import type { ThreadSample } from "../../../../bench/load/service/threads.ts";
import {
  groupThreads,
  parseThread,
  readThreads,
  timesBetween,
  v8PoolSizeOf,
} from "../../../../bench/load/service/threads.ts";

const statOf = (tid: number, name: string, startTicks: number): string =>
  `${tid} (${name}) S 1 ${tid} 1 0 -1 4194304 11 0 0 0 94 7 0 0 20 0 8 0 ${startTicks} 1073741824 20000 18446744073709551615 1 1 0 0\n`;

const sample = (tid: number, name: string, startTicks: number, cpuUs = 0): ThreadSample => ({
  tid,
  name,
  startTicks,
  cpuUs,
});

const groupsOf = (samples: readonly ThreadSample[], v8PoolSize: number): readonly string[] => {
  const groups = groupThreads(samples, v8PoolSize);
  return samples.map(({ tid }) => groups.get(tid) ?? "none");
};

t.test("a thread is read from its files, whatever its name", async (t) => {
  t.same(parseThread(20_749, statOf(20_749, "node", 2_621_043), "952512345 7125 913\n"), {
    tid: 20_749,
    name: "node",
    startTicks: 2_621_043,
    cpuUs: 952_512.345,
  });
  t.match(parseThread(7, statOf(7, "a) S 9 (b", 55), "1000 0 1\n"), { name: "a) S 9 (b", startTicks: 55, cpuUs: 1 });
  t.throws(() => parseThread(7, "7 (node) S", "1000 0 1"), /thread 7.*7 \(node\) S/);
  t.throws(() => parseThread(7, statOf(7, "node", 5), ""), /thread 7/);
});

t.test("threads without a name of their own are told apart by the order of their start", async (t) => {
  const started = [
    ...[sample(749, "node", 43), sample(750, "node", 62), sample(751, "node", 62), sample(752, "node", 71)],
    ...[sample(753, "node", 74), sample(754, "node", 74), sample(790, "node", 900)],
  ];
  t.same(groupsOf(started, 1), ["main", "v8", "v8", "v8", "others", "others", "others"]);
  const shuffled = [6, 3, 0, 5, 1, 2, 4].flatMap((at) => started[at] ?? []);
  t.same(groupsOf(shuffled, 1), ["others", "v8", "main", "others", "v8", "v8", "others"]);
  t.equal(groupThreads(started, 3).get(753), "v8", "with three helpers of V8");
  const wrapped = [sample(32_760, "node", 43), sample(305, "node", 62), sample(306, "node", 62)];
  t.same(groupsOf(wrapped, 0), ["main", "v8", "v8"], "a thread started later may have a lower number");
});

t.test("libuv's pool is known by its name, because it may start after other threads", async (t) => {
  const started = [
    ...[sample(805, "node", 77), sample(806, "DelayedTaskSche", 78), sample(807, "node", 78), sample(808, "node", 79)],
    ...[sample(811, "node", 100), sample(812, "libuv-worker", 135), sample(813, "libuv-worker", 135)],
  ];
  t.same(groupsOf(started, 1), ["main", "v8", "v8", "v8", "others", "pool", "pool"]);
});

t.test("time is counted for each group; for a new thread all its time counts", async (t) => {
  const before = [sample(1, "node", 1, 500), sample(2, "node", 2, 10), sample(3, "node", 2, 100)];
  const after = [
    ...[sample(1, "node", 1, 800), sample(2, "node", 2, 10), sample(3, "node", 2, 150)],
    ...[sample(4, "node", 3, 0), sample(5, "libuv-worker", 9, 70), sample(6, "node", 10, 30)],
  ];
  t.same(timesBetween(before, after, 1), { main: 300, v8: 50, pool: 70, others: 30 });
});

t.test("the last --v8-pool-size counts; without one the default of Node counts", async (t) => {
  t.equal(v8PoolSizeOf([]), 4);
  t.equal(v8PoolSizeOf(["--enable-source-maps", "--v8-pool-size=1"]), 1);
  t.equal(v8PoolSizeOf(["--v8-pool-size=1", "--v8-pool-size=2"]), 2);
});

t.test("the threads of a running process are read", async (t) => {
  const threads = readThreads(process.pid);
  t.ok(threads.length >= 3, `${threads.length} of them`);
  const groups = groupThreads(threads, v8PoolSizeOf(process.execArgv));
  t.equal(groups.get(process.pid), "main");
  const usedMs = process.cpuUsage();
  const mainUs = threads.find(({ tid }) => tid === process.pid)?.cpuUs ?? 0;
  t.ok(mainUs > 10_000 && mainUs <= usedMs.user + usedMs.system + 50_000, `${mainUs} us`);
});
