import t from "tap";
import { createKeyedRequests } from "../../src/actors/idempotency.ts";
import type { IdempotencyMark } from "../../src/actors/pending.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createHeldRows } from "../harness/held-rows.ts";

const mark = (fingerprint = "a", key = "k1"): IdempotencyMark => ({ scope: "chat-api/C1", key, fingerprint });
const rowKey = (key = "k1") => ["chat-api/C1", key] as const;

/** Requests of one channel, and the result of each, in the order of the results. */
function openRequests(waitingMax = 10) {
  const rows = createHeldRows();
  const clock = createManualClock();
  const events: string[] = [];
  const ends = new Map<string, (isKept: boolean) => void>();
  let reads = 0;
  const store: Pick<typeof rows.store, "read"> = {
    read: (table, key) => {
      reads += 1;
      return rows.store.read(table, key);
    },
  };
  const keyed = createKeyedRequests(store, clock, waitingMax);
  return {
    ...rows,
    clock,
    events,
    /** How often a mark was read. */
    reads: () => reads,
    /**
     * Sends a request named `name`, which is carried out until `end` gives its result. The channel waits for the promise of
     * `carryOut`.
     */
    runKeyed: (name: string, its = mark(), carryOut: () => void | Promise<void> = () => undefined): Promise<void> =>
      keyed.run(its, {
        carryOut(ended) {
          events.push(`${name} carried out`);
          ends.set(name, ended);
          return carryOut();
        },
        repeat: () => void events.push(`${name} repeated`),
        refuse: ({ code }) => void events.push(`${name} refused ${code}`),
        fail: (error) => void events.push(`${name} failed ${error instanceof Error ? error.message : error}`),
      }),
    end: (name: string, isKept: boolean): void => ends.get(name)?.(isKept),
    keep: (fingerprint: string, key = "k1") =>
      rows.store.commit({}, () => [
        {
          table: "idempotency",
          key: rowKey(key),
          row: { fingerprint, actor: null, answer: "0", expiresAtMs: clock.nowMs() + 1_000 },
        },
      ]),
  };
}

/** Waits until every task that waits only for its turn has run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test("[DEL-29] equal requests that arrive while the mark is read have one effect", async (t) => {
  const { runKeyed, hold, end, events, reads } = openRequests();
  const row = hold("idempotency", rowKey());
  const runs = [runKeyed("one"), runKeyed("two"), runKeyed("three")];
  await row.asked;
  await turn();
  t.strictSame(events, [], "the result is not known yet");
  row.letGo();
  await Promise.all(runs);
  t.strictSame(events, ["one carried out"]);
  end("one", true);
  t.strictSame(events.slice(1), ["two repeated", "three repeated"]);
  end("one", false);
  t.equal(events.length, 3, "only the first call of an end counts");
  t.equal(reads(), 1);
});

t.test("a request that waits for the read of a stored mark is answered by it, without a second read", async (t) => {
  const { runKeyed, hold, keep, events, reads } = openRequests();
  await keep("a");
  const row = hold("idempotency", rowKey());
  const runs = [runKeyed("one"), runKeyed("other", mark("b")), runKeyed("two")];
  row.letGo();
  await Promise.all(runs);
  t.strictSame(events, ["one repeated", "other refused invalid_request", "two repeated"]);
  t.equal(reads(), 1);
});

t.test("[DEL-30] if two bodies have one key, the first counts, even while its mark is still being read", async (t) => {
  const { runKeyed, hold, end, events } = openRequests();
  const row = hold("idempotency", rowKey());
  const runs = [runKeyed("one"), runKeyed("other", mark("b")), runKeyed("two")];
  await turn();
  t.strictSame(events, [], "the key may belong to either request");
  row.letGo();
  await Promise.all(runs);
  t.strictSame(events.toSorted(), ["one carried out", "other refused invalid_request"]);
  await runKeyed("late", mark("b"));
  end("one", true);
  t.strictSame(events.slice(2), ["late refused invalid_request", "two repeated"]);
});

t.test("when the first request fails, the request that has waited longest is carried out instead", async (t) => {
  const { runKeyed, end, events } = openRequests();
  await runKeyed("one");
  await Promise.all([runKeyed("two"), runKeyed("three")]);
  end("one", false);
  await turn();
  t.strictSame(events, ["one carried out", "two carried out"]);
  end("two", true);
  t.strictSame(events.slice(2), ["three repeated"]);
});

t.test("while the waiting requests look the key up themselves, later requests wait after them", async (t) => {
  const { runKeyed, hold, end, events } = openRequests();
  await runKeyed("one");
  await runKeyed("two");
  const row = hold("idempotency", rowKey());
  end("one", false);
  await runKeyed("three");
  row.letGo();
  await turn();
  t.strictSame(events, ["one carried out", "two carried out"]);
  end("two", true);
  t.strictSame(events.slice(2), ["three repeated"]);
});

t.test("[ERR-10] a mark that cannot be read is an error of its request; the next request reads it again", async (t) => {
  const { runKeyed, hold, events, reads } = openRequests();
  const row = hold("idempotency", rowKey());
  const runs = [runKeyed("one"), runKeyed("two")];
  await row.asked;
  row.fail(new Error("damaged"));
  await Promise.all(runs);
  await turn();
  t.strictSame(events.toSorted(), ["one failed damaged", "two carried out"]);
  t.equal(reads(), 2);
});

t.test("a request that fails while it is carried out starts the waiting ones", async (t) => {
  const fails: readonly (() => void | Promise<void>)[] = [
    () => {
      throw new Error("at once");
    },
    () => Promise.reject(new Error("later")),
  ];
  for (const fail of fails) {
    const { runKeyed, hold, end, events } = openRequests();
    const row = hold("idempotency", rowKey());
    const runs = [runKeyed("one", mark(), fail), runKeyed("two")];
    row.letGo();
    await Promise.all(runs);
    await turn();
    t.match(events[0], "one carried out");
    t.match(events.toSorted(), [/^one carried out$/, /^one failed (at once|later)$/, /^two carried out$/]);
    end("one", true);
    t.equal(events.length, 3, "its end counts no more");
  }
});

t.test("[ERR-11] no more than the maximum number of requests wait for one request", async (t) => {
  const { runKeyed, hold, end, events } = openRequests(2);
  const row = hold("idempotency", rowKey());
  const runs = ["one", "two", "three", "four"].map((name) => runKeyed(name));
  t.strictSame(events, ["four refused overloaded"], "while the mark is read");
  row.letGo();
  await Promise.all(runs);
  await runKeyed("five");
  t.strictSame(events.slice(1), ["one carried out", "five refused overloaded"], "and while it is carried out");
  end("one", true);
  t.strictSame(events.slice(3), ["two repeated", "three repeated"]);
});

t.test("a key can be used again when its time is over", async (t) => {
  const { runKeyed, keep, clock, events } = openRequests();
  await keep("a");
  await runKeyed("one", mark("b"));
  clock.advance(1_000);
  await runKeyed("two", mark("b"));
  t.strictSame(events, ["one refused invalid_request", "two carried out"]);
});

t.test(
  "a waiting request waits until the previous request is in the mailbox, not until that request has ended",
  async (t) => {
    const { runKeyed, hold, events } = openRequests();
    const isOver = async (runs: Promise<void>): Promise<boolean> => {
      let over = false;
      void runs.then(() => {
        over = true;
      });
      await turn();
      return over;
    };
    const row = hold("idempotency", rowKey());
    let enter = (): void => undefined;
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const one = runKeyed("one", mark(), () => entered);
    const other = runKeyed("other", mark("a", "k2"));
    t.ok(await isOver(other), "another key waits only for its own mark");
    t.notOk(await isOver(one), "its mark is read");
    row.letGo();
    t.notOk(await isOver(one), "it is on its way");
    t.ok(await isOver(runKeyed("two")), "a repeat waits, and delays no other request");
    enter();
    t.ok(await isOver(one), "it is in, and not done");
    t.strictSame(events, ["other carried out", "one carried out"]);
  },
);
