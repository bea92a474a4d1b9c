import t from "tap";
import { commitContract } from "../contracts/commit-contract.ts";
import { kernelContract } from "../contracts/kernel-contract.ts";
import { manyWritersContract } from "../contracts/many-writers-contract.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { createSharedMemory } from "../harness/memory-store/shared-memory.ts";

const nowMs = (): number => 1_000_000;

manyWritersContract(
  t,
  {
    name: "shared memory",
    async open() {
      let living: readonly string[] = ["node-1", "node-2"];
      const memory = createSharedMemory();
      const open = (id: string) => memory.open({ id, living: () => living }, nowMs);
      const [first, second] = [open("node-1"), open("node-2")];
      return {
        nodes: [first.store, second.store],
        leftWork: [first.leftWork, second.leftWork],
        async loseFirst() {
          living = ["node-2"];
        },
      };
    },
  },
  40,
);

/** A single node must pass the contract of every store too. */
const alone = {
  name: "shared memory",
  open: async () => createSharedMemory().open({ id: "node-1", living: () => ["node-1"] }, nowMs).store,
};
storeContract(t, alone);
kernelContract(t, alone);
commitContract(t, alone, 10);
