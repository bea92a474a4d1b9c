import { pino } from "pino";
import t from "tap";
import { openPostgresStore } from "../../../src/store/postgres/open-postgres-store.ts";
import { commitContract } from "../../contracts/commit-contract.ts";
import { kernelContract } from "../../contracts/kernel-contract.ts";
import type { StoreUnderTest } from "../../contracts/store-contract.ts";
import { storeContract } from "../../contracts/store-contract.ts";
import { openOn, startDatabases } from "./postgres-fixture.ts";

const databases = await startDatabases(t);
const postgres: StoreUnderTest = {
  name: "postgres",
  async open() {
    const { url, giveBack } = await databases.borrow();
    const { store } = await openOn(url);
    const end = store.close.bind(store);
    return Object.assign(store, { close: () => end().then(giveBack) });
  },
};
storeContract(t, postgres);
kernelContract(t, postgres);
commitContract(t, postgres, 15);

t.test("a commit may use the read function without its object, also when reads are not checked", async (t) => {
  const url = await databases.create();
  const { store } = await openPostgresStore({ url, nodeId: () => "only", log: pino({ level: "silent" }) });
  await store.commit({}, () => [{ table: "fact", key: ["a"], row: { text: "stored" } }]);
  const seen: unknown[] = [];
  await store.commit({ rows: [{ table: "fact", key: ["a"] }] }, ({ read }) => {
    seen.push(read("fact", ["a"])?.text);
    return [];
  });
  t.same(seen, ["stored"]);
  await store.close();
});
