import type { Test } from "tap";
import type { Store } from "../../../../src/ports/store.ts";
import type { ManualClock } from "../../../edge/manual-clock.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { createMemoryStore } from "../../../harness/memory-store/memory-store.ts";
import type { Service, ServiceOptions } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import type { AgentName } from "../../../harness/service-config.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createBrowserStorage } from "./browser-storage.ts";
import type { DeskTab } from "./desk-tab.ts";
import { openDeskTab } from "./desk-tab.ts";

/** The service and the desk's real core over real sockets and requests, with one clock that the test moves. */
export interface DeskWorld {
  /** The running service; a restart replaces it. */
  service: Service;
  readonly clock: ManualClock;
  /** Opens a tab of an agent who is logged in. Tabs with the same storage belong to the same browser. */
  openTab(name?: AgentName, options?: TabOptions): Promise<DeskTab>;
  /** Waits until everything in transit has arrived and is processed; no time passes. */
  settle(): Promise<void>;
  /** Advances the time in steps of 500 ms and lets everything settle after each step. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until `isSo` returns true. */
  until(isSo: () => boolean, what: string): Promise<void>;
  restart(): Promise<void>;
}

export interface TabOptions {
  readonly storage?: BrowserStorage;
  /** False: the tab is opened, but the call does not wait until the desk is ready. */
  readonly waits?: boolean;
}

/** Only a failing test needs more time. */
const patienceMs = 300_000;
const stepMs = 500;

export async function startDeskWorld(t: Test, options: ServiceOptions = {}): Promise<DeskWorld> {
  const clock = createManualClock();
  // The store outlives the service, so that a restart finds it open.
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
      if (waits) await world.until(tab.isReady, "the desk is ready");
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
        if (passed > patienceMs) throw new Error(`The expected state was never reached: ${what}`);
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
