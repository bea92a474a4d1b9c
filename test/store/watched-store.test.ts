import { pino } from "pino";
import t from "tap";
import { StoreAwayError, StoreBusyError, StoreWriteError } from "../../src/ports/store-errors.ts";
import { watchStore } from "../../src/store/watched-store.ts";
import { fact } from "../contracts/store-rows.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";

const full = new StoreWriteError("The disk is full", { cause: { code: "ENOSPC" } });

/** A watched store whose commits fail in sequence with the given `errors`. */
function openFailing(errors: Error[]) {
  const inner = createMemoryStore();
  const clock = createManualClock();
  const store = watchStore({
    store: {
      ...inner,
      async commit(needs, apply) {
        const error = errors.shift();
        if (error !== undefined) throw error;
        await inner.commit(needs, apply);
      },
    },
    clock,
    log: pino({ level: "silent" }),
  });
  const passSecond = async (): Promise<void> => {
    clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, clock, passSecond };
}

t.test("a failed trial is followed by another, whatever the error was", async (t) => {
  const { store, passSecond } = openFailing([full, new StoreBusyError("too many"), new Error("other"), full]);
  await t.rejects(store.commit({}, () => [fact("a", "1")]));
  t.match(store.health(), { failure: { code: "unavailable" }, failedCommits: 1 });
  for (const round of ["busy", "other", "full"]) {
    await passSecond();
    t.match(store.health().failure, { code: "unavailable" }, round);
  }
  await passSecond();
  t.strictSame(store.health(), { failure: null, failedCommits: 2 });
  t.equal(await store.read("fact", ["storeTrial"]), undefined, "a trial leaves no row");
});

t.test("a closed store gets no more trials", async (t) => {
  const { store, clock } = openFailing([full, new StoreBusyError("too many")]);
  await t.rejects(store.commit({}, () => [fact("a", "1")]));
  clock.advance(1_000);
  await store.close();
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY);
});

t.test("a commit that is refused for lack of memory is no failure of the disk", async (t) => {
  const { store, clock } = openFailing([new StoreBusyError("too many")]);
  await t.rejects(store.commit({}, () => [fact("a", "1")]));
  t.equal(store.health().failure, null);
  t.equal(clock.nextWakeAtMs(), Number.POSITIVE_INFINITY);
});

t.test("an unavailable database is reported as unavailable, but only while it is unavailable", async (t) => {
  const away = new StoreAwayError("postgres://db.example/parley: connect ECONNREFUSED");
  const { store, passSecond } = openFailing([away, away]);
  await t.rejects(store.commit({}, () => [fact("a", "1")]));
  const message = "The database cannot be reached; nothing of the request was stored.";
  t.strictSame(store.health().failure, { code: "unavailable", message, retryAfterSeconds: 2 });
  await passSecond();
  t.match(store.health(), { failure: { message }, failedCommits: 2 });
  await passSecond();
  t.equal(store.health().failure, null);
});
