import type { Browser, SharedStorage } from "./browser.types.ts";

/** A page in the background draws nothing. Work that waits for a drawing runs after this time. */
const undrawnMs = 100;

/** Opens the real browser. Only this code reads a clock. */
export const openBrowser = (): Browser => ({
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  soon(run) {
    let isDone = false;
    const once = (): void => {
      if (isDone) return;
      isDone = true;
      run();
    };
    requestAnimationFrame(once);
    setTimeout(once, undrawnMs);
  },
  random: () => Math.random(),
  newId,
  fetch: (path, request) => fetch(path, request),
  openSocket: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws"))),
  storage: openStorage(),
  on(_what, run) {
    const seen = (): void => {
      if (document.visibilityState === "visible") run();
    };
    addEventListener("online", run);
    addEventListener("pageshow", run);
    document.addEventListener("visibilitychange", seen);
    return () => {
      removeEventListener("online", run);
      removeEventListener("pageshow", run);
      document.removeEventListener("visibilitychange", seen);
    };
  },
  async alone(name, work) {
    // Pages that were loaded over plain http from another machine have no locks.
    if ("locks" in navigator) await navigator.locks.request(name, work);
    else await work();
  },
});

/** Returns a new id. `randomUUID` exists only on secure pages. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads and writes throw if the browser forbids storage. The page then works without stored values. */
export function openStorage(): SharedStorage {
  const attempt = <Value>(act: (storage: Storage) => Value, otherwise: Value): Value => {
    try {
      return act(localStorage);
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
    onChange(heard) {
      const listen = ({ key, newValue, storageArea }: StorageEvent): void => {
        if (key !== null && storageArea === localStorage) heard(key, newValue);
      };
      addEventListener("storage", listen);
      return () => removeEventListener("storage", listen);
    },
  };
}
