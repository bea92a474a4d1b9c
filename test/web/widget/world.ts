import type { Test } from "tap";
import type { Store } from "../../../src/ports/store.ts";
import { createMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Keep } from "../../../src/web/widget/body/environment.types.ts";
import type { ManualClock } from "../../edge/manual-clock.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";
import type { Net, Page } from "./page.ts";
import { openPage } from "./page.ts";

/** A browser, with its storage for the site. */
export interface Browser {
  readonly site: Keep;
  /** Called in all other tabs after a change of the storage. */
  readonly listeners: Set<() => void>;
}

/** A tab of a browser. It outlives its pages. */
export interface Tab {
  readonly browser: Browser;
  readonly tab: Keep;
}

/** The service and the widget's real core, with real sockets. The test moves the time of both. */
export interface World {
  /** The current service. */
  service: Service;
  readonly clock: ManualClock;
  /** The settings of new pages. */
  net: Net;
  openBrowser(keeps?: boolean): Browser;
  openTab(browser?: Browser): Tab;
  /** Loads a page in the tab, in place of the page before. */
  load(tab?: Tab, options?: LoadOptions): Promise<Page>;
  /** Resolves when all frames and requests in transit have arrived and the resulting work is done. No time passes. */
  settle(): Promise<void>;
  /** Moves the time in steps of 500 ms, each with all its resulting work. */
  pass(ms: number): Promise<void>;
  /** Moves the time until the condition is true. */
  until(isSo: () => boolean, what: string): Promise<void>;
  restart(): Promise<void>;
}

export interface LoadOptions {
  /** False if the test does not wait for `ready`. */
  readonly waits?: boolean;
  readonly url?: string;
  readonly title?: string;
  readonly contactsForm?: boolean;
}

/** Only a failing test needs more. */
const patienceMs = 300_000;
const stepMs = 500;

const inMemory = (keeps = true, changed: () => void = () => undefined): Keep => {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? null,
    write(name, text) {
      if (!keeps || texts.get(name) === (text ?? undefined)) return;
      if (text === null) texts.delete(name);
      else texts.set(name, text);
      changed();
    },
  };
};

export async function startWorld(t: Test, options: ServiceOptions = {}, kept = createMemoryStore()): Promise<World> {
  const clock = createManualClock();
  // The store outlives the service.
  const store: Store = { ...kept, close: async () => undefined };
  const all = { channels: asWidget(), ...options, clock, store };
  const pages = new Map<Tab, Page>();
  const world: World = {
    service: await startService(t, all),
    clock,
    net: "up",
    openBrowser(keeps = true) {
      const listeners = new Set<() => void>();
      return { listeners, site: inMemory(keeps, () => [...listeners].map((listener) => listener())) };
    },
    openTab: (browser = world.openBrowser()) => ({ browser, tab: inMemory() }),
    async load(tab = world.openTab(), loading = {}) {
      pages.get(tab)?.leave();
      const page = openPage(world, tab, loading);
      pages.set(tab, page);
      if (loading.waits ?? true) await world.until(() => page.hasLoaded(), "ready");
      return page;
    },
    async settle() {
      for (let round = 0; round < 4; round += 1) {
        await Promise.all([...pages.values()].map((page) => page.flush()));
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
    for (const page of pages.values()) page.leave();
  });
  return world;
}
