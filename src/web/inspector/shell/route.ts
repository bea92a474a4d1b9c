import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Place } from "./place.ts";
import { pathOf, readPlace } from "./place.ts";

/** The open view, and the filters of the list of actors. */
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

/** The current route. */
export const route: ReadonlySignal<Route> = current;

/** The address of a place, with the current filters of the list. */
export function addressOf(place: Place, filters: URLSearchParams = current.value.filters): string {
  const query = filters.toString();
  return `#${pathOf(place)}${query === "" ? "" : `?${query}`}`;
}

/** Opens the place. `replace` adds no entry to the browser's history. */
export function open(
  place: Place,
  { filters, replace = false }: { readonly filters?: URLSearchParams; readonly replace?: boolean } = {},
): void {
  const address = addressOf(place, filters);
  if (replace) history.replaceState(null, "", address);
  else location.hash = address;
  // At once, because the browser's event comes later.
  show(address);
}

/** Names the page in tabs and in the browser's history. */
export function setTitle(what: string): void {
  document.title = what === "" ? "Parley inspector" : `${what} · Parley inspector`;
}
