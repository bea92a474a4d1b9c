import type { Keep, Surroundings } from "./surroundings.types.ts";

/** The real browser. */
export const createSurroundings = (): Surroundings => ({
  openSocket: (url) => new WebSocket(url),
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  site: keepIn(() => localStorage),
  tab: keepIn(() => sessionStorage),
  newId: () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(""),
  page: () => ({ url: location.href, title: document.title }),
});

/** Storage may be forbidden or full: what it does not keep is kept for as long as the page lives. */
function keepIn(storage: () => Storage): Keep {
  const own = new Map<string, string>();
  return {
    read(name) {
      try {
        return storage().getItem(name) ?? own.get(name) ?? null;
      } catch {
        return own.get(name) ?? null;
      }
    },
    write(name, text) {
      own.delete(name);
      try {
        if (text === null) storage().removeItem(name);
        else storage().setItem(name, text);
      } catch {
        if (text !== null) own.set(name, text);
      }
    },
  };
}
