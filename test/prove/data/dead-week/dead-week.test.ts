import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import t from "tap";
import type { DeadWeek } from "./dead-week.types.ts";
import { eventsMade } from "./week-load.ts";
import { memoryLimits } from "./week-process.ts";
import { attemptsMax, laneMistakesOf, mistakesOf } from "./week-schedule.ts";

t.setTimeout(500_000);

/**
 * The allowed growth of the memory after the first day, because the events and their attempts are in the store. Six runs grew by
 * 1.6 to 7.2 MiB and ended at 56 to 58 MiB. They differ in how much compiled code V8 keeps after the first day.
 */
const heapGrowthMibMax = 10;

const byId = (left: { readonly id: string }, right: { readonly id: string }): number => (left.id < right.id ? -1 : 1);

/** Runs the week until it ends, at the latest when the test ends. */
async function liveThroughWeek(): Promise<DeadWeek> {
  const script = fileURLToPath(new URL("dead-week.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    // Settings of this process, such as a measurement of coverage, must not apply to the measured process.
    env: { ...process.env, NODE_OPTIONS: "", NODE_V8_COVERAGE: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  return JSON.parse(await text(child.stdout));
}

t.test(
  "[WH-36, WH-38, WH-41, WH-42] an endpoint that is dead for a week: the schedule, constant memory, dead letters, and a replay of all",
  async (t) => {
    const week = await liveThroughWeek();
    const ids = week.series.map(({ id }) => id).sort();
    t.equal(ids.length, eventsMade, "every event was tried");
    t.equal(week.pauses.length, 2, "the process changed twice");
    const late = week.series.flatMap(({ id, attempts }) =>
      mistakesOf(attempts, week.pauses).map((mistake) => `${id}: ${mistake}`),
    );
    t.strictSame(late, [], "every attempt came on time");
    t.strictSame(laneMistakesOf(week.series), [], "first attempts of a chat come in order");
    t.ok(
      week.series.some(({ attempts }) => attempts.some(({ endedAtMs }) => endedAtMs === null)),
      "the kill came during an attempt",
    );

    const { afterDay, afterWeek } = week.memory;
    const grownMib = afterWeek.heapMib - afterDay.heapMib;
    t.ok(grownMib < heapGrowthMibMax, `${afterDay.heapMib.toFixed(1)} MiB grew by ${grownMib.toFixed(1)}`);
    for (const { conversations, pending } of [afterDay, afterWeek]) {
      t.ok(conversations <= memoryLimits.conversationsInMemoryMax, `${conversations} conversations in memory`);
      t.equal(pending, 0, "no event waits");
    }
    for (const reply of week.others)
      t.strictSame(reply, { state: "delivered", attempts: 1 }, "the other channel's replies were delivered at once");

    t.strictSame(week.letters.toSorted(), ids, "every event is a dead letter");
    t.equal(week.told, eventsMade, "the administrator was notified of each");
    t.strictSame(week.replayed, [500, eventsMade - 500], "the replay ran in pages");
    const digests = new Map(week.series.map(({ id, attempts }) => [id, attempts[0]?.digest]));
    const [number, once] = [attemptsMax + 1, "each once more, with the next number and the same bytes"];
    const expected = ids.map((id) => ({ id, attempt: number, digest: digests.get(id) }));
    t.strictSame(week.arrivals.toSorted(byId), expected, once);
    const sent = week.sentAgain.flatMap(({ id, attempts }) => attempts.map((one) => ({ id, attempt: one.number })));
    t.strictSame(
      sent.toSorted(byId),
      expected.map(({ id, attempt }) => ({ id, attempt })),
      once,
    );
    t.strictSame(week.left, [], "no dead letter and no deadline");
    t.strictSame(week.errors, [], "no error was logged");
  },
);
