import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { StoreAwayError, StoreError } from "../../../src/ports/store-errors.ts";
import { fact } from "../../contracts/store-rows.ts";
import { openOn, startDatabases } from "../../store/postgres/postgres-fixture.ts";
import { startProxy } from "../../store/postgres/stalling-proxy.ts";

const databases = await startDatabases(t);
const { server } = databases;

/** All kinds of errors of a store have the same name, so this returns the class. */
const kindOf = (error: Error): never => {
  throw new Error(error.constructor.name);
};

/** The time until the database is used again after a failure. */
async function untilWritten(write: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const failure = await write().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return;
    if (tries > 100 || !(failure instanceof StoreError)) throw failure;
    await pause(50);
  }
}

t.test("a silent database causes an error within the time limit", async (t) => {
  const url = await databases.create();
  const proxy = await startProxy(server.port);
  const { store } = await openOn(url.replace(`:${server.port}`, `:${proxy.port}`));
  await store.commit({}, () => [fact("a", "1")]);
  await store.durable.read("fact", ["a"]);
  proxy.stall();
  const begunMs = performance.now();
  await t.rejects(store.commit({}, () => [fact("a", "2")]).catch(kindOf), { message: StoreAwayError.name });
  t.ok(performance.now() - begunMs < 9_000);
  proxy.resume();
  await untilWritten(() => store.commit({}, () => [fact("a", "3")]));
  t.strictSame(await store.read("fact", ["a"]), { text: "3" });
  await store.close();
  await proxy.close();
});
