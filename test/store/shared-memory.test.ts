import t from "tap";
import { createSharedMemory } from "../../src/store/memory/shared-memory.ts";
import { manyWritersContract } from "../contracts/many-writers-contract.ts";

manyWritersContract(
  t,
  {
    name: "shared memory",
    async open() {
      let living: readonly string[] = ["node-1", "node-2"];
      const memory = createSharedMemory();
      const open = (id: string) =>
        memory.open(
          id,
          () => living,
          () => 1_000_000,
        );
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
  100,
);
