import t from "tap";
import { budgetOf, budgetParts, budgetRows, describeSharedCore, partOf } from "../../../bench/load/profile/budget.ts";
import type { CpuProfile } from "../../../bench/load/profile/cpu-profile.ts";
import { busyNodesOf, withSockets } from "../../../bench/load/profile/cpu-profile.ts";
import { beginSpan } from "../../../bench/load/profile/profile.ts";
import type { PlaceFinder } from "../../../bench/load/profile/profile-places.ts";

const callFrame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 0, columnNumber: 0 });
const findPlace: PlaceFinder = ({ functionName, url }) => ({
  name: `${functionName}  ${url}`,
  path: url || functionName,
  part: url,
});

/** A handler that answers, with a helper that counts as the handler; a commit that reads a row; the garbage collector; idle time. */
const profile: CpuProfile = {
  nodes: [
    { id: 1, children: [2, 5, 7, 8, 9], callFrame: callFrame("(root)") },
    { id: 2, children: [3, 4], callFrame: callFrame("serve", "src/edge/server/router.ts") },
    { id: 3, callFrame: callFrame("now", "src/core/clock.ts") },
    { id: 4, callFrame: callFrame("note", "src/edge/telemetry/exchange-log.ts") },
    { id: 5, children: [6], callFrame: callFrame("commit", "src/store/lmdb/lmdb-store.ts") },
    { id: 6, callFrame: callFrame("get", "lmdb/read.js") },
    { id: 7, callFrame: callFrame("(garbage collector)") },
    { id: 8, callFrame: callFrame("(idle)") },
    { id: 9, callFrame: callFrame("start", "node:internal/boot") },
  ],
  startTime: 1_000,
  samples: [2, 2, 3, 4, 5, 6, 7, 8, 9, 2],
  timeDeltas: [5, 40, 10, 20, 30, 50, 25, 300, 5, 7],
};
// The span leaves out the first and the last sample.
const span = { fromUs: 1_010, untilUs: 1_490 };

t.test("a profile becomes times of places in the span, and helpers count as their callers", async (t) => {
  const { nodes, idleUs } = busyNodesOf(profile, span, findPlace);
  t.equal(idleUs, 300);
  t.same(
    nodes.map(({ place, budgetPart, ownUs }) => [place.path, budgetPart, ownUs]),
    [
      ["src/edge/server/router.ts", "HTTP", 40],
      ["src/core/clock.ts", "HTTP", 10],
      ["src/edge/telemetry/exchange-log.ts", "log", 20],
      ["src/store/lmdb/lmdb-store.ts", "commit", 30],
      ["lmdb/read.js", "rows", 50],
      ["(garbage collector)", "collector", 25],
      ["node:internal/boot", "rest", 5],
    ],
  );
});

t.test(
  "the sum of the budget's parts is the busy time of a request, including work that samples count as idle",
  async (t) => {
    const sampled = busyNodesOf(profile, span, findPlace);
    const budget = budgetOf(withSockets(sampled, 200).nodes, 10, { main: 200, v8: 30, pool: 10, others: 0 });
    t.match(budget, { requests: 10, busyUs: 20, parts: { sockets: 2, HTTP: 5, log: 2, commit: 3, rows: 5, step: 0 } });
    const sum = Object.values(budget.parts).reduce((total, us) => total + us, 0);
    t.equal(Math.round(sum * 1e6), Math.round(budget.busyUs * 1e6));
    t.same(budget.threads, { main: 20, v8: 3, pool: 1, others: 0 });
    t.same(budgetRows(budget).at(-5), ["busy, the sum", "20.00", "100.0 %"]);
    t.equal(describeSharedCore(budget), "");
    const shared = { ...budget, threads: { main: 10, v8: 3, pool: 1, others: 0 } };
    t.match(describeSharedCore(shared), "the samples have 2.0 times the CPU time that the kernel counted");
    t.same(withSockets(sampled, 150), sampled, "where the kernel counted less than the samples, nothing was missed");
    t.equal(withSockets(sampled, 10_000).idleUs, 0, "no more than the idleness there was");
    t.equal(budgetOf(sampled.nodes, 10).threads, undefined);
  },
);

t.test("every part of the budget has places, and the longest matching prefix decides", async (t) => {
  const paths = [
    ...["(sockets)", "(program)", "src/edge/routes/checked-post.ts", "uWebSockets.js/uws.js", "src/codec/json/json.ts"],
    ...["typebox/build/x.mjs", "machines/chat/chat.machine.ts", "src/actors/turn.ts", "xstate/dist/x.js"],
    ...["src/actors/history/history.ts", "src/codec/contexts/chat-form.ts", "src/store/lmdb/journal/journal.ts"],
    ...["src/codec/proto/rows.ts", "src/codec/proto/generated/contexts.js", "src/store/lmdb/rows/write-behind.ts"],
    ...["lmdb/read.js", "undici/lib/x.js", "src/core/telemetry/log.ts", "pino/lib/x.js", "(garbage collector)"],
  ];
  t.same(paths.map(partOf), [
    ...["sockets", "sockets", "HTTP", "HTTP", "parse"],
    ...["parse", "step", "step", "step"],
    ...["snapshot", "snapshot", "commit"],
    ...["commit", "snapshot", "rows"],
    ...["rows", "outbound", "log", "log", "collector"],
  ]);
  t.same(
    budgetParts.filter((part) => !paths.map(partOf).includes(part)),
    ["rest"],
  );
  t.equal(partOf("src/core/clock.ts"), undefined, "whoever called it decides");
});

t.test("a span has the time that the threads of a process used in it", async (t) => {
  const end = beginSpan(process.pid);
  for (const until = performance.now() + 20; performance.now() < until; );
  const { fromUs, untilUs, threads } = end();
  t.ok(untilUs - fromUs >= 20_000, "of the monotonic clock");
  t.ok(threads !== undefined && threads.main > 0, JSON.stringify(threads));
  t.equal(end(fromUs + 1).untilUs, fromUs + 1, "or until another moment");
});
