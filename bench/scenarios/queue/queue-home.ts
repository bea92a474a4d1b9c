import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Redis } from "../../load/service/redis.ts";
import { startRedis } from "../../load/service/redis.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startServer } from "../../load/service/server-process.ts";

export interface QueueHome {
  /** The resources are the sum of the peer and its Redis. Both end together. */
  start(...args: readonly string[]): Promise<ServerProcess>;
}

/** A peer of `bench/peers/queue/` with its own Redis, which keeps its folder and port across restarts. */
export function createQueueHome(
  name: "bullmq-delivery" | "bullmq-turns" | "bullmq-webhooks",
  packages: string,
  folder: string,
): QueueHome {
  mkdirSync(folder, { recursive: true });
  const script = fileURLToPath(new URL(`../../peers/queue/${name}.ts`, import.meta.url));
  let known: Redis | null = null;
  const openRedis = async (): Promise<Redis> => {
    if (known === null) known = await startRedis(join(folder, "redis"));
    else await known.start();
    return known;
  };
  return {
    async start(...args) {
      const redis = await openRedis();
      const server = await startServer({
        name,
        args: [script, packages, String(redis.port), ...args],
        logFile: join(folder, `${name}.log`),
      });
      return {
        ...server,
        resources() {
          const [own, engine] = [server.resources(), redis.resources()];
          return {
            cpuSeconds: own.cpuSeconds + engine.cpuSeconds,
            rssMib: own.rssMib + engine.rssMib,
            ownMib: own.ownMib + engine.ownMib,
          };
        },
        async end(signal) {
          await Promise.all([server.end(signal), redis.kill()]);
        },
      };
    },
  };
}
