import type { ReadonlySignal, Signal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Browser, SharedStorage } from "../../shared/browser/browser.types.ts";

/** Stored values of one agent, like drafts, that all tabs share. */
export interface Kept {
  /** True while a value exists only in this tab, because the browser has no space or stores nothing. */
  readonly isFull: ReadonlySignal<boolean>;
  /** Null: no value with this name. Changes when another tab changes it. */
  of(name: string): ReadonlySignal<string | null>;
  /** Returns the current value. */
  get(name: string): string | null;
  /** Null removes the value. */
  set(name: string, value: string | null): void;
  /** Every name with the prefix. */
  names(prefix: string): readonly string[];
  /** Calls `heard` after a change by another tab. Returns a function that stops listening. */
  onChange(heard: (name: string) => void): () => void;
  /** Stops listening. */
  stop(): void;
}

/** The values of one agent; other agents in the same browser do not see them. */
export function createKept({ storage }: Browser, agentId: number): Kept {
  const prefix = `parley.desk.${agentId}.`;
  const { isFull, get, set, names } = createRoom(storage, prefix);
  const known = new Map<string, Signal<string | null>>();
  const listeners = new Set<(name: string) => void>();
  const stop = storage.onChange((key, value) => {
    if (!key.startsWith(prefix)) return;
    const name = key.slice(prefix.length);
    const found = known.get(name);
    if (found !== undefined) found.value = value;
    for (const heard of listeners) heard(name);
  });
  return {
    isFull,
    get,
    names,
    of(name) {
      const found = known.get(name) ?? signal(get(name));
      known.set(name, found);
      return found;
    },
    set(name, value) {
      set(name, value);
      const found = known.get(name);
      if (found !== undefined) found.value = value;
    },
    onChange(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    stop() {
      stop();
      listeners.clear();
    },
  };
}

/** Values stay in memory while the browser has no space for them. */
function createRoom(storage: SharedStorage, prefix: string) {
  const isFull = signal(false);
  const homeless = new Map<string, string>();
  const tryAgain = (): void => {
    for (const [name, value] of homeless) if (storage.set(prefix + name, value)) homeless.delete(name);
    isFull.value = homeless.size > 0;
  };
  return {
    isFull,
    get: (name: string): string | null => homeless.get(name) ?? storage.get(prefix + name),
    set(name: string, value: string | null): void {
      homeless.delete(name);
      if (value === null) storage.remove(prefix + name);
      else if (!storage.set(prefix + name, value)) {
        // The stored value is older.
        storage.remove(prefix + name);
        homeless.set(name, value);
      }
      tryAgain();
    },
    names(start: string): readonly string[] {
      const stored = storage.keys().filter((key) => key.startsWith(prefix + start));
      const others = [...homeless.keys()].filter((name) => name.startsWith(start));
      return [...new Set([...stored.map((key) => key.slice(prefix.length)), ...others])];
    },
  };
}
