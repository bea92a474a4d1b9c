import { pino } from "pino";
import t from "tap";
import { steadyClock } from "../../../src/core/clock.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";
import { openDatabaseClock } from "../../../src/store/postgres/peers/database-clock.ts";
import { createPostgresPeers } from "../../../src/store/postgres/peers/postgres-peers.ts";
import { peersContract } from "../../contracts/peers-contract.ts";
import { startPeersServer } from "./peers-fixture.ts";

const { open } = await startPeersServer(t);
peersContract(t, { name: "postgres", open });

t.test("with each beat the database's clock is read, for the clock that follows it", async (t) => {
  const { url, until } = await open(t);
  const database = openDatabase({ url });
  const clock = await openDatabaseClock(database, steadyClock);
  let samples = 0;
  let worstMs = 0;
  const peers = createPostgresPeers({
    ...{ database, clock: steadyClock, log: pino({ level: "silent" }) },
    sampled(sample) {
      samples += 1;
      const errorMs = Math.max(0, sample.databaseMs - sample.receivedAtMs, sample.sentAtMs - sample.databaseMs);
      worstMs = Math.max(worstMs, errorMs);
      clock.sampled(sample);
    },
  });
  await peers.start();
  await until("some beats", () => samples >= 3, 5_000);
  // Both are the clock of one machine, which may be corrected a little while it runs.
  t.ok(worstMs < 50, `${worstMs} ms`);
  await peers.stop();
  await database.close();
});
