import t from "tap";
import { steadyClock, systemClock } from "../../../src/core/clock.ts";
import type { Clock } from "../../../src/ports/clock.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import { openDatabaseClock } from "../../../src/store/postgres/peers/database-clock.ts";
import { startTestPostgres } from "../../harness/postgres.ts";

const minuteMs = 60_000;

t.test("a machine whose clock is wrong by ten minutes shows the time of a real database", async (t) => {
  const server = await startTestPostgres();
  const database = openDatabase({ url: server.url });
  const wrong: Clock = {
    nowMs: () => steadyClock.nowMs() - 10 * minuteMs,
    wakeAt: (atMs, wake) => steadyClock.wakeAt(atMs + 10 * minuteMs, wake),
  };
  const clock = await openDatabaseClock(database, wrong);
  t.ok(Math.abs(clock.nowMs() - systemClock.nowMs()) < 20, `${clock.nowMs() - systemClock.nowMs()} ms`);
  t.ok(Number.isSafeInteger(clock.nowMs()));
  const dueAtMs = clock.nowMs() + 50;
  await new Promise<void>((resolve) => clock.wakeAt(dueAtMs, resolve));
  t.ok(clock.nowMs() >= dueAtMs);
  await database.close();
  await server.stop();
  const gone = openDatabase({ url: server.url });
  await t.rejects(openDatabaseClock(gone, wrong));
  await gone.close();
  await server.remove();
});
