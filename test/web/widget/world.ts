import type { Test } from "tap";
import type { Store } from "../../../src/ports/store.ts";
import type { Keep } from "../../../src/web/widget/body/environment.types.ts";
import type { ManualClock } from "../../edge/manual-clock.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";
import type { Net, Page } from "./page.ts";
import { openPage } from "./page.ts";

/** A browser with the storage that it keeps for the site. */
export interface Browser {
  readonly site: Keep;
  /** These listeners run in every other tab when a stored value has changed. */
  readonly listeners: Set<() => void>;
}

/** A tab of a browser. A tab outlives its pages. */
export interface Tab {
  readonly browser: Browser;
  readonly tab: Keep;
}

/** The service and the widget's real core over real sockets, with one clock that the test moves. */
export interface World {
  /** The running service; a restart replaces it. */
  service: Service;
  readonly clock: ManualClock;
  /** The network state that new pages start with. */
  net: Net;
  openBrowser(keeps?: boolean): Browser;
  openTab(browser?: Browser): Tab;
  /** Loads a page in the tab, in place of the previous page. */
  load(tab?: Tab, options?: LoadOptions): Promise<Page>;
  /** Waits until all frames in transit have arrived and are processed; no time passes. */
  settle(): Promise<void>;
  /** Advances the time in steps of 500 ms and lets everything settle after each step. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until `isSo` returns true. */
  until(isSo: () => boolean, what: string): Promise<void>;
  restart(): Promise<void>;
}

export interface LoadOptions {
  /** False: the load does not wait for `ready`. */
  readonly waits?: boolean;
  readonly url?: string;
  readonly title?: string;
  readonly contactsForm?: boolean;
  readonly contactsFirst?: boolean;
}

/** Only a failing test needs more time. */
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
  // The store outlives the service, so that a restart finds it open.
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
    for (const page of pages.values()) page.leave();
  });
  return world;
}
