import type { Test } from "tap";
import { createMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

/** A service that goes and comes back on what it stored, at its time, under another address. */
export interface RestartingService {
  /** The one that runs now. */
  current(): Service;
  restart(): Promise<void>;
  /** Resolves while one runs. */
  whenUp(): Promise<void>;
}

export async function startRestarting(t: Test, options: ServiceOptions): Promise<RestartingService> {
  // The service closes its store when it stops: this one outlives it.
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
