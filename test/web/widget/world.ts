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

/** A browser: what it keeps for the site. */
export interface Browser {
  readonly site: Keep;
  /** Runs in every other tab when something kept has changed. */
  readonly listeners: Set<() => void>;
}

/** A tab of it, which outlives its pages. */
export interface Tab {
  readonly browser: Browser;
  readonly tab: Keep;
}

/** The service and the widget's real core over real sockets, in one time that the test moves. */
export interface World {
  /** The present one. */
  service: Service;
  readonly clock: ManualClock;
  /** What new pages begin with. */
  net: Net;
  openBrowser(keeps?: boolean): Browser;
  openTab(browser?: Browser): Tab;
  /** A page that has loaded in the tab, in place of the one before. */
  load(tab?: Tab, options?: LoadOptions): Promise<Page>;
  /** Everything on its way has come, and what it set going is done; no time passes. */
  settle(): Promise<void>;
  /** Moves time on in steps of 500 ms, each with all that comes of it. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until it is so. */
  until(isSo: () => boolean, what: string): Promise<void>;
  restart(): Promise<void>;
}

export interface LoadOptions {
  /** False: `ready` is not waited for. */
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
  // It outlives the service.
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
