import t from "tap";
import { manyWritersContract } from "../../contracts/many-writers-contract.ts";
import { openOn, startDatabases } from "./postgres-fixture.ts";

const databases = await startDatabases(t);

manyWritersContract(
  t,
  {
    name: "postgres",
    async open(t) {
      const { url, giveBack } = await databases.borrow();
      t.teardown(giveBack);
      const [first, second] = await Promise.all([openOn(url, "node-1"), openOn(url, "node-2")]);
      await databases.query(
        url,
        "INSERT INTO parley.node (id, beat_at) VALUES ('node-1', 'infinity'), ('node-2', 'infinity')",
      );
      return {
        nodes: [first.store, second.store],
        leftWork: [first.leftWork, second.leftWork],
        async loseFirst() {
          await databases.query(url, "DELETE FROM parley.node WHERE id = 'node-1'");
        },
      };
    },
  },
  15,
);
