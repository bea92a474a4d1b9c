import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";

/** The open place in the desk: `#/inbox/waiting/12` is section `inbox` with the parts `waiting` and `12`. */
export interface Route {
  readonly section: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

const home: Route = { section: "inbox", parts: [], query: new URLSearchParams() };

const sections: ReadonlySet<string> = new Set(["inbox", "archive", "deliveries", "left", "settings"]);

/** Every place in the desk has an address, which can be bookmarked and shared. An unknown address leads to the start. */
const readRoute = (hash: string): Route => {
  const [path = "", query = ""] = hash.slice(2).split("?", 2);
  const [section = "", ...parts] = path.split("/").map(decode);
  return sections.has(section) ? { section, parts, query: new URLSearchParams(query) } : home;
};

/** The address of a place: `placeOf(["inbox", "mine", "12"])`. */
export function placeOf(parts: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const path = parts.map(encodeURIComponent).join("/");
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${path}${search === "" ? "" : `?${search}`}`;
}

const current = signal<Route>(readRoute(location.hash));
let shown = location.hash;
const show = (place: string): void => {
  if (place === shown) return;
  shown = place;
  current.value = readRoute(place);
};
addEventListener("hashchange", () => show(location.hash));

/** The current route. */
export const route: ReadonlySignal<Route> = current;

/** Opens the place. `replace` adds no entry to the browser's history. */
export function go(place: string, replace = false): void {
  if (replace) history.replaceState(null, "", place);
  else location.hash = place;
  // At once, because the browser's event comes later.
  show(place);
}

/** A typed address may be invalid. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
