import type { AddressGuard } from "./address-guard.ts";

/** Caches targets by the settings from which they were computed. */
export interface FoundTargets<Settings extends object, Found> {
  get(settings: Settings): Found | undefined;
  set(settings: Settings, found: Found): void;
}

/** Drops all targets when the set of allowed addresses changes. */
export function createFoundTargets<Settings extends object, Found>(
  guard: Pick<AddressGuard, "changes">,
): FoundTargets<Settings, Found> {
  let changes = guard.changes();
  let found = new WeakMap<Settings, Found>();
  return {
    get(settings) {
      if (guard.changes() === changes) return found.get(settings);
      changes = guard.changes();
      found = new WeakMap();
      return undefined;
    },
    set: (settings, one) => void found.set(settings, one),
  };
}
