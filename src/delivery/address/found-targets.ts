import type { AddressGuard } from "./address-guard.ts";

/** Targets by the settings they were worked out from. */
export interface FoundTargets<Settings extends object, Found> {
  get(settings: Settings): Found | undefined;
  set(settings: Settings, found: Found): void;
}

/** Forgets all of them when what may be dialled is another. */
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
