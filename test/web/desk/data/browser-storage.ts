import type { SharedStorage } from "../../../../src/web/shared/browser/browser.types.ts";

type Heard = (key: string, value: string | null) => void;

/** The storage and locks that the tabs of one browser share. */
export interface BrowserStorage {
  /** False: every write fails because the storage is full. */
  hasRoom: boolean;
  /** False: the browser has no lock API. */
  hasLocks: boolean;
  readonly values: Map<string, string>;
  /** Returns the storage for one tab. The tab is notified of changes by other tabs. */
  openTab(): SharedStorage;
  alone(name: string, work: () => Promise<void>): Promise<void>;
}

export function createBrowserStorage(): BrowserStorage {
  const values = new Map<string, string>();
  const tabs = new Set<Set<Heard>>();
  const queues = new Map<string, Promise<void>>();
  const storage: BrowserStorage = {
    hasRoom: true,
    hasLocks: true,
    values,
    openTab() {
      const own = new Set<Heard>();
      tabs.add(own);
      const tell: Heard = (key, value) => {
        for (const tab of tabs) if (tab !== own) for (const heard of tab) heard(key, value);
      };
      return {
        get: (key) => values.get(key) ?? null,
        set(key, value) {
          if (!storage.hasRoom) return false;
          if (values.get(key) === value) return true;
          values.set(key, value);
          tell(key, value);
          return true;
        },
        remove(key) {
          if (values.delete(key)) tell(key, null);
        },
        keys: () => [...values.keys()],
        onChange(heard) {
          own.add(heard);
          return () => own.delete(heard);
        },
      };
    },
    alone(name, work) {
      if (!storage.hasLocks) return work();
      const before = queues.get(name) ?? Promise.resolve();
      const own = before.then(work);
      queues.set(name, own);
      return own;
    },
  };
  return storage;
}
