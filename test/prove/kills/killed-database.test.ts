import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { StoreAwayError } from "../../../src/ports/store-errors.ts";
import { conversation } from "../../contracts/many-writers.ts";
import { counter } from "../../contracts/store-rows.ts";
import { openOn, startDatabases } from "../../store/postgres/postgres-fixture.ts";

const databases = await startDatabases(t);
const { server } = databases;

t.test("a database that is killed and restarted has all confirmed commits, and is used again", async (t) => {
  const { store } = await openOn(await databases.create());
  const answered: number[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  let next = 0;
  const write = async (): Promise<void> => {
    while (!isOver) {
      next += 1;
      const number = next;
      try {
        await store.commit({ conversations: [conversation(String(number % 7))] }, () => [
          counter(`n${number}`, number),
        ]);
        answered.push(number);
      } catch (error) {
        failures.push(error);
        await pause(20);
      }
    }
  };
  const writers = Array.from({ length: 8 }, write);
  for (let round = 0; round < 2; round += 1) {
    const before = answered.length;
    while (answered.length < before + 50) await pause(5);
    await server.stop("kill");
    t.equal(await store.read("counter", ["n1"]).catch((error: Error) => error.name), "StoreError", "reads fail early");
    await server.start();
  }
  const before = answered.length;
  while (answered.length < before + 50) await pause(5);
  isOver = true;
  await Promise.all(writers);
  const stored = new Set((await store.scan("counter", { limit: 1_000_000 })).map(({ row }) => row.last));
  t.strictSame(
    answered.filter((number) => !stored.has(number)),
    [],
  );
  t.ok(failures.length > 0 && failures.every((error) => error instanceof StoreAwayError), `${failures.length} failed`);
  await store.close();
});
