import t from "tap";
import { commitContract } from "../../contracts/commit-contract.ts";
import { kernelContract } from "../../contracts/kernel-contract.ts";
import type { StoreUnderTest } from "../../contracts/store-contract.ts";
import { storeContract } from "../../contracts/store-contract.ts";
import { openOn, startDatabases } from "./postgres-fixture.ts";

const databases = await startDatabases(t);
const postgres: StoreUnderTest = {
  name: "postgres",
  open: async () => (await openOn(await databases.create())).store,
};
storeContract(t, postgres);
kernelContract(t, postgres);
commitContract(t, postgres, 15);
