import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Test } from "tap";
import t from "tap";
import { AnswerReader } from "../../../bench/load/open-loop/connection.ts";
import { Latencies } from "../../../bench/load/open-loop/latencies.ts";
import { MessageBook } from "../../../bench/load/open-loop/message-book.ts";
import { OpenLoop } from "../../../bench/load/open-loop/open-loop.ts";
import type { ArrivalKind, Arrivals } from "../../../bench/load/open-loop/pace.ts";
import { createArrivals, Pace } from "../../../bench/load/open-loop/pace.ts";
import type { OpenLoopOrder } from "../../../bench/load/open-loop/run-driver.ts";
import { connectionsFor } from "../../../bench/load/open-loop/run-driver.ts";
import {
  judgeLevel,
  measureLevels,
  rateName,
  shareName,
  splitLevels,
} from "../../../bench/scenarios/open-loop/levels.ts";
import { grownMib, judgeRecovery, secondsUntilNormal } from "../../../bench/scenarios/open-loop/recovery.ts";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import { benchFigures } from "./run-bench.ts";

t.setTimeout(500_000);

function momentsOf(kind: ArrivalKind, seed: number): readonly number[] {
  const arrivals = createArrivals({ kind, fromMs: 100, seconds: 2, perSecond: 1_000, seed });
  const moments: number[] = [];
  for (; arrivals.dueAtMs < Number.POSITIVE_INFINITY; arrivals.advance()) moments.push(arrivals.dueAtMs);
  return moments;
}

t.test("arrivals are evenly spaced, or as a seed decides, until their time is over", async (t) => {
  t.same(
    momentsOf("even", 1),
    Array.from({ length: 2_000 }, (_, at) => 100 + at),
  );
  const moments = momentsOf("poisson", 7);
  t.same(moments, momentsOf("poisson", 7));
  t.not(moments[1], momentsOf("poisson", 8)[1]);
  t.ok(moments.length > 1_800 && moments.length < 2_200, `${moments.length} in 2 s at 1000/s`);
  const gaps = moments.slice(1).map((moment, at) => moment - (moments[at] ?? Number.NaN));
  const long = gaps.filter((gap) => gap > 1).length / gaps.length;
  t.ok(Math.abs(long - Math.exp(-1)) < 0.05, `${long} of the gaps are longer than the mean`);
});

t.test("a pace begins due actions at once, and reports late ones and those that waited for room", async (t) => {
  let nowMs = 0;
  let room = 100;
  const begun: number[] = [];
  const arrivals: Arrivals = createArrivals({ kind: "even", fromMs: 0, seconds: 1, perSecond: 1_000 });
  const begin = (dueAtMs: number): boolean => {
    if (room === 0) return false;
    room -= 1;
    begun.push(dueAtMs);
    return true;
  };
  const pace = new Pace(arrivals, begin, () => nowMs);
  pace.catchUp();
  t.same(begun, [0]);
  nowMs = 12.5;
  pace.catchUp();
  t.same(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  t.same(pace.report(), { begun: 13, waited: 0, lateBy1Ms: 11, lateBy10Ms: 2, unbegun: 0 });

  room = 0;
  nowMs = 15;
  pace.catchUp();
  room = 2;
  nowMs = 40;
  pace.catchUp();
  t.same(begun.slice(13), [13, 14]);
  t.match(
    pace.report(),
    { begun: 15, waited: 2, lateBy10Ms: 2 },
    "with no room for them it is not the load that is late",
  );
  room = 100;
  pace.catchUp();
  nowMs = 41;
  pace.catchUp();
  t.match(pace.report(), { begun: 42, waited: 28, lateBy1Ms: 11 }, "from then on it has kept up again");

  const waited: number[] = [];
  nowMs = 43;
  pace.giveUp(nowMs, (dueAtMs) => void waited.push(dueAtMs));
  t.same(waited, [42, 43]);
  t.match(pace.report(), { begun: 42, unbegun: 2 });
});

t.test("latencies are exact to three digits, up to any length", async (t) => {
  const latencies = new Latencies();
  t.same(latencies.percentiles().p50Ms, Number.NaN, "nothing was noted");
  for (let ms = 1; ms <= 10_000; ms += 1) latencies.note(ms);
  const { p50Ms, p90Ms, p99Ms, p999Ms, p9999Ms, maxMs } = latencies.percentiles();
  const near = (found: number, wanted: number): void => {
    t.ok(found >= wanted && found <= wanted * 1.001, `${found} is ${wanted}, or at most a thousandth more`);
  };
  near(p50Ms, 5_000);
  near(p90Ms, 9_000);
  near(p99Ms, 9_900);
  near(p999Ms, 9_990);
  near(p9999Ms, 9_999);
  t.equal(maxMs, 10_000);
  const others = new Latencies();
  others.note(-0.1);
  others.note(3_600_000);
  t.match(new Latencies().add([latencies, others]).percentiles(), { maxMs: 3_600_000 });
});

const answerText = 'HTTP/1.1 502 Bad Gateway\r\nX-A: b\r\ncontent-length: 4\r\n\r\n{"a"';

t.test("an answer is read byte by byte; bytes that are no answer are refused", async (t) => {
  const reader = new AnswerReader();
  for (const turn of [1, 2]) {
    for (const letter of answerText.slice(0, -1)) t.equal(reader.read(Buffer.from(letter)), null);
    t.same(reader.read(Buffer.from('"')), { status: 502, body: '{"a"' }, `answer ${turn}`);
  }
  t.throws(() => new AnswerReader().read(Buffer.from(`${answerText}H`)), /one answer for one request/);
  for (const head of ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "SSH-2.0\r\n\r\n"])
    t.throws(() => new AnswerReader().read(Buffer.from(head)), /Content-Length/);
});

t.test("a sender has one message in progress, and sends nothing after a message with an unknown outcome", async (t) => {
  const book = new MessageBook(2);
  t.same([book.next(), book.next(), book.next()], [{ sender: 0, lap: 0 }, { sender: 1, lap: 0 }, null]);
  book.settle(1, 0, 502);
  book.settle(0, 0, 200);
  t.same([book.next(), book.next(), book.next()], [{ sender: 1, lap: 1 }, { sender: 0, lap: 1 }, null]);
  book.settle(1, 1, 504);
  book.settle(0, 1, null);
  t.equal(book.next(), null);
  t.same(book.account(), {
    sentBySender: [2, 2],
    unconfirmed: [
      { sender: 1, lap: 0, mayBeStored: false },
      { sender: 1, lap: 1, mayBeStored: true },
      { sender: 0, lap: 1, mayBeStored: true },
    ],
  });
});

/** Runs an order against a server of this test. */
async function loopAt(t: Test, answer: RequestListener, order: Partial<OpenLoopOrder>) {
  const server = createServer(answer);
  const url = `${await serveOnLoopback(t, server)}/channel`;
  const usual = { url, run: 1, senders: 100, connections: 8, arrivals: "even", phases: [], patienceMs: 300 } as const;
  return new OpenLoop({ ...usual, ...order }).run();
}

async function readId(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()).message.id;
}

const end = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { "content-length": Buffer.byteLength(body) }).end(body);
};

t.test("the report has every message: answered, refused, lost and never answered", async (t) => {
  const special = ["001-c3-000000", "001-c5-000000", "001-c7-000000"];
  const seen: string[] = [];
  const report = await loopAt(
    t,
    async (request, response) => {
      const id = await readId(request);
      seen.push(id);
      if (id === special[0]) end(response, 502, '{"error":{"code":"overloaded","message":"Full."}}');
      else if (id === special[1]) request.socket.destroy();
      else if (id !== special[2]) end(response, 200, "{}");
    },
    { phases: [{ perSecond: 1_000, seconds: 0.2 }], patienceMs: 2_000 },
  );
  t.match(report, { sent: 200, answered: 197 });
  const [phase] = report.phases;
  t.same(phase?.answers, { 200: 197, "502 overloaded": 1, none: 1 });
  t.match(phase, { unanswered: 1, pace: { begun: 200, unbegun: 0 } });
  t.ok((phase?.latency.maxMs ?? 0) >= 2_000, "the one that was never answered counts with the time it has waited");
  t.same(
    report.account.unconfirmed.toSorted((left, right) => left.sender - right.sender),
    [
      { sender: 3, lap: 0, mayBeStored: false },
      { sender: 5, lap: 0, mayBeStored: true },
      { sender: 7, lap: 0, mayBeStored: true },
    ],
  );
  t.equal(new Set(seen).size, 200, "each message was sent once");
  t.same(
    report.account.sentBySender.filter((_, sender) => [5, 7].includes(sender)),
    [1, 1],
    "who has no answer writes no more",
  );
});

t.test(
  "a message that waits for a slow answer counts from when it was due; the backlog of a phase is dropped at the end of the phase",
  async (t) => {
    let answers = 0;
    const report = await loopAt(
      t,
      async (request, response) => {
        await readId(request);
        answers += 1;
        if (answers === 1) setTimeout(() => end(response, 200, "{}"), 300);
        else end(response, 200, "{}");
      },
      {
        connections: 1,
        phases: [
          { perSecond: 500, seconds: 0.1 },
          { perSecond: 100, seconds: 0.5 },
        ],
        patienceMs: 5_000,
      },
    );
    const [slow, next] = report.phases;
    t.match(slow?.pace, { begun: 1, unbegun: 49 });
    t.ok((slow?.latency.p50Ms ?? 0) > 40, `half of them had waited ${slow?.latency.p50Ms} ms when they were given up`);
    t.match(next?.pace, { begun: 50, unbegun: 0 });
    t.ok((next?.pace.waited ?? 0) >= 10, "those of the next phase waited for the connection");
    t.ok((next?.latency.maxMs ?? 0) > 100, `and the first of them for ${next?.latency.maxMs} ms`);
    t.equal(report.answered, 51);
  },
);

t.test("each connection has its turn within two seconds", async (t) => {
  const at = (...rates: readonly number[]) => rates.map((perSecond) => ({ perSecond, seconds: 1 }));
  t.equal(connectionsFor(at(10_000, 400), 1_000), 800);
  t.equal(connectionsFor(at(10_000, 500), 1_000), 1_000);
  t.equal(connectionsFor(at(0.1), 1_000), 1);
});

t.test(
  "a contestant is measured at parts of its own maximum and at the rates that it can keep; the verdict says when the load was late",
  async (t) => {
    const asked: number[] = [];
    const round = (p99Ms: number, lateBy10Ms: number) =>
      measureLevels([400, 960], { perSecond: 999, p99Ms: 1 }, async (perSecond) => {
        asked.push(perSecond);
        const latency = { p50Ms: 1, p90Ms: 2, p99Ms, p999Ms: 20, p9999Ms: 30, maxMs: 40 };
        return { latency, pace: { begun: 2_000, waited: 3, lateBy1Ms: 20, lateBy10Ms, unbegun: 4 }, unanswered: 5 };
      });
    const punctual = { name: "it", rounds: [await round(9, 2), await round(11, 2), await round(10, 0)] };
    t.same(asked.slice(0, 5), [300, 500, 699, 899, 400]);
    t.match(judgeLevel(punctual, shareName(70), 10), { measured: "10.00 ms", isMet: true });
    t.match(judgeLevel(punctual, shareName(70), 9.9), { isMet: false });
    const late = { name: "it", rounds: [await round(9, 3)] };
    t.match(judgeLevel(late, rateName(400), 10), {
      measured: "9.00 ms, but the load itself was late: 0.1 % were begun 10 ms late",
    });

    t.match(judgeLevel(late, rateName(960), 10), { measured: "it does not keep this rate", isMet: false });

    const rows = splitLevels(punctual, [400, 960]);
    t.same(
      rows.map(({ name }) => name),
      ["it, its maximum", ...[30, 50, 70, 90].map((share) => `it, ${share} % of its maximum`), "it, 400/s"],
    );
    t.same(rows[0]?.rounds[0], { perSecond: 999, p99Ms: 1 });
    t.match(rows[3]?.rounds[1], { perSecond: 699, p99Ms: 11, lateBy1Ms: 1, lateBy10Ms: 0.1, unanswered: 9 });
  },
);

const secondsWith = (p99s: readonly number[], ownMib = 100) =>
  p99s.map((p99Ms) => ({ p99Ms, refused: 0, ownMib, rssMib: 2 * ownMib }));

t.test("an overload is over when all later seconds are normal", async (t) => {
  const course = (before: readonly number[], after: readonly number[]) => ({
    before: secondsWith(before),
    overload: secondsWith([500], 300),
    after: secondsWith(after, 200),
  });
  const cases = [
    [course([2, 2, 2], [9, 10, 3]), 0],
    [course([2, 2, 50], [400, 11, 10, 3]), 2],
    [course([8, 8, 8], [400, 16, 16]), 1],
    [course([2, 2, 2], [3, 3, 11, 3]), 3],
    [course([2, 2, 2], [3, 3, 11]), Number.POSITIVE_INFINITY],
    [course([2, 2, 2], [3, Number.NaN]), Number.POSITIVE_INFINITY],
  ] as const;
  for (const [found, seconds] of cases) t.equal(secondsUntilNormal(found), seconds, JSON.stringify(found.after));
  const refusing = { ...course([2], []), after: [1, 0, 0].map((refused) => ({ p99Ms: 1, refused, ownMib: 1 })) };
  t.equal(secondsUntilNormal(refusing), 1, "a quick refusal is no answer");
  t.match(judgeRecovery(course([2], [11, 11, 11, 11, 11, 3])), [{ measured: "5", isMet: true }, { isMet: true }, {}]);
  t.match(judgeRecovery(course([2], [1, 1, 11])), [{ measured: "not within 3", isMet: false }, {}, {}]);
  t.equal(grownMib(course([2], [3]), "ownMib"), 200);
  t.equal(grownMib(course([2], [3]), "rssMib"), 400);
  const fat = { ...course([2], [3]), overload: secondsWith([1], 357) };
  t.match(judgeRecovery(fat), [{}, { measured: "257.0 MiB", isMet: false }, { measured: "514.0 MiB", isMet: null }]);
});

t.test("overload sends twice the maximum, the service recovers, and all answered messages are stored", async (t) => {
  const sizes = ["--seconds", "1", "--overload-seconds", "1", "--connections", "8", "--chats", "1000"];
  const { stdout } = await benchFigures("--only", "overload", ...sizes);
  t.match(stdout, /^overload: \d+ messages\/s are its maximum, 1000 chats, arrivals even$/m);
  for (const name of ["50 % before", "200 %", "50 % after"])
    t.match(stdout, new RegExp(`^ {2}${name} +\\d+ +\\d+ `, "m"));
  t.match(
    stdout,
    /^ {2}seconds on the way back until no later one refuses, or has a p99 over [\d.]+ ms +<= 5 .* (ok|MISS)$/m,
  );
  t.match(stdout, /^ {2}own memory grown +<= 200 MiB +-?[\d.]+ MiB +(ok|MISS)$/m);
  t.match(stdout, /^ {2}answers at 200 % +none .*\d+ x 200/m);
  t.match(stdout, /^ {2}verify parley: ok, \d+ answered, \d+ stored, each once and in order/m);
});
