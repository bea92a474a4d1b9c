import t from "tap";
import { StoreAwayError } from "../../../src/ports/store-errors.ts";
import { fact } from "../../contracts/store-rows.ts";
import { kindOf, openOn, startDatabases, untilWritten } from "../../store/postgres/postgres-fixture.ts";
import { startProxy } from "../../store/postgres/stalling-proxy.ts";

const databases = await startDatabases(t);
const { server } = databases;

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
