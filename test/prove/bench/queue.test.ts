import t from "tap";
import { redisArguments } from "../../../bench/load/service/redis.ts";
import { judgeQueue } from "../../../bench/scenarios/outgoing/queue.ts";
import { mistakesInArrivals, replyText } from "../../../bench/scenarios/outgoing/replies.ts";
import { showProof } from "../../../bench/scenarios/verdicts.ts";
import { compareArrivals } from "../../../bench/scenarios/verify/arrivals.ts";

const textsOf = (...replies: readonly (readonly [number, string])[]): readonly string[] =>
  replies.map(([number, chatId]) => replyText(number, chatId));

t.test("arrived replies are compared with answered ones", async (t) => {
  const answered = new Map([
    ["7", 3],
    ["8", 1],
  ]);
  const all = textsOf([0, "7"], [0, "8"], [1, "7"], [2, "7"]);
  const cases = [
    ["all in order", all, { lost: 0, repeated: 0, late: 0 }],
    ["one more that was not answered", [...all, ...textsOf([3, "7"], [1, "8"])], { lost: 0, repeated: 0, late: 0 }],
    ["the last is lost", all.slice(0, -1), { lost: 1, repeated: 0, late: 0 }],
    [
      "one between is lost, the one behind was not answered",
      textsOf([0, "7"], [2, "7"], [3, "7"], [0, "8"]),
      { lost: 1, repeated: 0, late: 0 },
    ],
    ["all of a chat is lost", textsOf([0, "7"], [1, "7"], [2, "7"]), { lost: 1, repeated: 0, late: 0 }],
    ["one comes again", [...all, ...textsOf([0, "7"])], { lost: 0, repeated: 1, late: 0 }],
    ["one is overtaken", textsOf([1, "7"], [0, "7"], [2, "7"], [0, "8"]), { lost: 0, repeated: 0, late: 1 }],
    ["nothing came", [], { lost: 4, repeated: 0, late: 0 }],
    ["what nobody wrote counts for nothing", [...all, "Hello"], { lost: 0, repeated: 0, late: 0 }],
  ] as const;
  for (const [name, texts, wanted] of cases) t.same(compareArrivals(answered, texts), { answered: 4, ...wanted }, name);
});

t.test("a peer's loss is a separate row that fails nothing", async (t) => {
  const arrivals = { answered: 9, lost: 2, repeated: 0, late: 1, seconds: 3 };
  const mistakes = mistakesInArrivals(arrivals);
  t.strictSame(mistakes, ["2 of 9 answered replies never arrived"]);
  t.strictSame(mistakesInArrivals({ ...arrivals, lost: 0 }), []);
  t.strictSame(mistakesInArrivals({ ...arrivals, answered: 0, lost: 0 }), ["nothing was answered before the kill"]);
  t.match(showProof({ name: "verify", detail: "all", mistakes: [] }), { measured: "all", isMet: null });
  t.match(showProof({ name: "verify", detail: "all", mistakes }), { measured: `WRONG: ${mistakes[0]}`, isMet: null });
});

t.test("the service is compared with the peer by deliveries per second and by CPU", async (t) => {
  const rounds = (perSecond: readonly number[], cpuUsPerRequest: number) =>
    perSecond.map((each) => ({ perSecond: each, cpuUsPerRequest }));
  const contestants = [
    { name: "parley", rounds: rounds([6_000, 6_200, 100], 300) },
    { name: "BullMQ + Redis", rounds: rounds([2_000, 1_900, 9_000], 600) },
  ];
  const rate = { name: "against BullMQ + Redis", measured: "3.00 times" };
  const cpu = { name: "CPU of BullMQ + Redis", measured: "0.50" };
  t.strictSame(judgeQueue(contestants, { times: 3, cpuShare: 0.4 }), [
    { ...rate, target: ">= 3 times", isMet: true },
    { ...cpu, target: "<= 0.4", isMet: false },
  ]);
  t.strictSame(judgeQueue(contestants, { times: 4, cpuShare: 0.5 }), [
    { ...rate, target: ">= 4 times", isMet: false },
    { ...cpu, target: "<= 0.5", isMet: true },
  ]);
  t.strictSame(judgeQueue(contestants, null), [
    { ...rate, measured: "3.0 times", target: "none", isMet: null },
    { ...cpu, target: "none", isMet: null },
  ]);
});

t.test("Redis answers a write when it is on the disk, and loses nothing", async (t) => {
  const line = redisArguments("/data", 7_000).join(" ");
  for (const words of ["--appendonly yes", "--appendfsync always", "--bind 127.0.0.1", "--maxmemory-policy noeviction"])
    t.match(line, words);
});
