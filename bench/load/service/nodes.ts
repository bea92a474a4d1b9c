import { join } from "node:path";
import type { ServerProcess } from "./server-process.ts";
import type { ServiceOptions } from "./service.ts";
import { startService } from "./service.ts";

/** Several processes of the service on one database. Their resources are added up, and they end together. */
export interface Nodes extends ServerProcess {
  readonly urls: readonly string[];
}

export interface NodesOptions extends Omit<ServiceOptions, "store"> {
  readonly store: string;
  readonly count: number;
  /** CPU time of the database server up to now. */
  readonly engineCpuSeconds: () => number;
}

/** Each node has its own folder inside this folder. */
export const nodeFolderOf = (folder: string, number: number): string => join(folder, `node-${number}`);

/** Resolves when all nodes are ready. Only the first is profiled. */
export async function startNodes(options: NodesOptions): Promise<Nodes> {
  const { count, folder, engineCpuSeconds, profileFolder, ...rest } = options;
  const start = (number: number): Promise<ServerProcess> =>
    startService({
      ...rest,
      folder: nodeFolderOf(folder, number),
      ...(profileFolder === undefined || number > 1 ? {} : { profileFolder }),
    });
  // The first node updates the schema.
  const first = await start(1);
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, at) => start(at + 2)));
  const nodes = [first, ...others];
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return {
    pid: first.pid,
    url: first.url,
    urls: nodes.map(({ url }) => url),
    readyMs: Math.max(...nodes.map(({ readyMs }) => readyMs)),
    resources() {
      const each = nodes.map((node) => node.resources());
      return {
        cpuSeconds: sumOf(each.map(({ cpuSeconds }) => cpuSeconds)),
        rssMib: sumOf(each.map(({ rssMib }) => rssMib)),
        ownMib: sumOf(each.map(({ ownMib }) => ownMib)),
        engineCpuSeconds: engineCpuSeconds(),
      };
    },
    async end(signal) {
      await Promise.all(nodes.map((node) => node.end(signal)));
    },
  };
}
