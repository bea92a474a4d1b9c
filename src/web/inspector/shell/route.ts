import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Place } from "./place.ts";
import { pathOf, readPlace } from "./place.ts";

/** What one looks at, and what the list of actors is narrowed to. */
export interface Route {
  readonly place: Place;
  /** By the names of `GET /api/inspect/actors`, and `text`. */
  readonly filters: URLSearchParams;
}

const readRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.slice(1).split("?", 2);
  return { place: readPlace(path), filters: new URLSearchParams(query) };
};

const current = signal<Route>(readRoute(location.hash));
let shown = location.hash;
const show = (hash: string): void => {
  if (hash === shown) return;
  shown = hash;
  current.value = readRoute(hash);
};
addEventListener("hashchange", () => show(location.hash));

/** Where one is now. */
export const route: ReadonlySignal<Route> = current;

/** The address of a place beside the list as it is narrowed now. */
export function addressOf(place: Place, filters: URLSearchParams = current.value.filters): string {
  const query = filters.toString();
  return `#${pathOf(place)}${query === "" ? "" : `?${query}`}`;
}

/** Goes there; `replace` leaves no step to go back to. */
export function open(place: Place, { filters, replace = false }: OpenOptions = {}): void {
  const address = addressOf(place, filters);
  if (replace) history.replaceState(null, "", address);
  else location.hash = address;
  // At once: the browser tells of it later.
  show(address);
}

export interface OpenOptions {
  readonly filters?: URLSearchParams;
  readonly replace?: boolean;
}
