import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import { startTestPostgres } from "../../../harness/postgres.ts";
import type { PostgresServer } from "../../../harness/postgres-server.ts";
import { findPort } from "../../../system/harness/service/installation.ts";
import { ServiceProcess } from "../../../system/harness/service/process.ts";
import { ClusterNode } from "./cluster-node.ts";
import { openDatabaseProxy } from "./database-proxy.ts";
import { Door } from "./door.ts";

const names = ["one", "two", "three"] as const;

export type ThreeNodes = readonly [ClusterNode, ClusterNode, ClusterNode];

/** A separate PostgreSQL and three nodes on it. The connection of each node to the database can be cut. */
export interface Cluster {
  readonly postgres: PostgresServer;
  readonly nodes: ThreeNodes;
  /** Returns a new door for a client. */
  door(): Door;
}

/** Starts only the database, unless one is given. Everything ends with the test, the nodes first. */
export async function openCluster(t: Test, config: object, given?: PostgresServer): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "parley-cluster-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const postgres = given ?? (await startTestPostgres());
  t.teardown(() => postgres.remove());
  const configFile = join(folder, "config.json");
  await writeFile(configFile, JSON.stringify(config));
  const create = async (name: string): Promise<ClusterNode> => {
    const [port, proxy] = [await findPort(), await openDatabaseProxy(t, postgres.port)];
    const store = postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
    const flags = ["--config", configFile, "--data", join(folder, name), "--port", String(port), "--store", store];
    const node = new ClusterNode({
      name,
      port,
      proxy,
      spawn: (program) => new ServiceProcess(flags, program === undefined ? {} : { program }),
    });
    t.teardown(async () => {
      for (const life of node.lives) await life.kill();
    });
    return node;
  };
  const [one, two, three] = [await create(names[0]), await create(names[1]), await create(names[2])];
  const doors: Door[] = [];
  t.teardown(() => {
    for (const door of doors) door.shut();
  });
  return {
    postgres,
    nodes: [one, two, three],
    door: () => {
      const door = new Door([one, two, three], doors.length);
      doors.push(door);
      return door;
    },
  };
}

export const startAll = async ({ nodes }: Pick<Cluster, "nodes">): Promise<void> => {
  await Promise.all(nodes.map((node) => node.start()));
};
