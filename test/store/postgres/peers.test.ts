import t from "tap";
import { peersContract } from "../../contracts/peers-contract.ts";
import { startPeersServer } from "./peers-fixture.ts";

// These tests mostly wait.
t.jobs = 4;

/** Only a failing test waits this long. */
const patienceMs = 60_000;

const { open } = await startPeersServer(t);

peersContract(t, {
  name: "postgres",
  async open(t) {
    const world = await open(t);
    return { join: world.join, until: (what, isSo) => world.until(what, isSo, patienceMs) };
  },
});
