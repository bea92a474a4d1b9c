import { openSession } from "../../../harness/open-session.ts";
import { DeskApi } from "../../../system/harness/people/desk-api.ts";
import type { Cluster } from "./cluster.ts";
import { accounts } from "./cluster-config.ts";

/** Logs an agent in. Each call of the returned API goes to the next node. */
export async function logIn(
  cluster: Pick<Cluster, "door">,
  account: (typeof accounts)[number] = accounts[0],
): Promise<DeskApi> {
  const door = cluster.door();
  return new DeskApi(door.ask, await openSession(door.url, account));
}
