import type { Test } from "tap";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

/** A service that can be restarted with its stored data and its time, at another address. */
export interface RestartingService {
  /** The running service. */
  current(): Service;
  restart(): Promise<void>;
  /** Resolves while a service runs. */
  whenUp(): Promise<void>;
}

export async function startRestarting(t: Test, options: ServiceOptions): Promise<RestartingService> {
  // The service closes its store when it stops, but this store must stay open.
  const store = { ...createMemoryStore(), close: async () => undefined };
  let service = await startService(t, { ...options, store });
  let up: Promise<void> = Promise.resolve();
  const replace = async (): Promise<void> => {
    await service.stop();
    service = await startService(t, { ...options, store, clock: service.clock });
  };
  return {
    current: () => service,
    whenUp: () => up,
    restart() {
      up = replace();
      return up;
    },
  };
}
