import type { Test } from "tap";
import type { Store } from "../../../../src/ports/store.ts";
import { createMemoryStore } from "../../../../src/store/memory/memory-store.ts";
import type { ManualClock } from "../../../edge/manual-clock.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import type { Service, ServiceOptions } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import type { AgentName } from "../../../harness/service-config.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createBrowserStorage } from "./browser-storage.ts";
import type { DeskTab } from "./desk-tab.ts";
import { openDeskTab } from "./desk-tab.ts";

/** The service and the desk's real core, with real sockets and requests. The test moves the time of both. */
export interface DeskWorld {
  /** The current service. */
  service: Service;
  readonly clock: ManualClock;
  /** A tab of a logged-in agent. Tabs with the same storage belong to the same browser. */
  openTab(name?: AgentName, options?: TabOptions): Promise<DeskTab>;
  /** Resolves when all frames and requests in transit have arrived and the resulting work is done. No time passes. */
  settle(): Promise<void>;
  /** Moves the time in steps of 500 ms, each with all its resulting work. */
  pass(ms: number): Promise<void>;
  /** Moves the time until the condition is true. */
  until(isSo: () => boolean, what: string): Promise<void>;
  restart(): Promise<void>;
}

export interface TabOptions {
  readonly storage?: BrowserStorage;
  /** False if the tab is only opened. */
  readonly waits?: boolean;
}

/** Only a failing test needs more. */
const patienceMs = 300_000;
const stepMs = 500;

export async function startDeskWorld(t: Test, options: ServiceOptions = {}): Promise<DeskWorld> {
  const clock = createManualClock();
  // The storage outlives the service.
  const store: Store = { ...createMemoryStore(), close: async () => undefined };
  const all = { ...options, clock, store };
  const tabs: DeskTab[] = [];
  const world: DeskWorld = {
    service: await startService(t, all),
    clock,
    async openTab(name = "kim", { storage = createBrowserStorage(), waits = true } = {}) {
      const tab = openDeskTab(world, name, storage);
      tabs.push(tab);
      void tab.entry.enter();
      if (waits) await world.until(tab.isReady, "the desk is there");
      return tab;
    },
    async settle() {
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(tabs.map((tab) => tab.flush()));
        await world.service.settle();
        clock.advance(0);
      }
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(Math.min(stepMs, ms - passed));
        await world.settle();
      }
    },
    async until(isSo, what) {
      await world.settle();
      for (let passed = 0; !isSo(); passed += stepMs) {
        if (passed > patienceMs) throw new Error(`It never came to this: ${what}`);
        await world.pass(stepMs);
      }
    },
    async restart() {
      await world.service.stop();
      world.service = await startService(t, all);
    },
  };
  t.teardown(() => {
    for (const tab of tabs) tab.leave();
  });
  return world;
}
