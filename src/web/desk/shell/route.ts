import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";

/** Where in the desk one is: `#/inbox/waiting/12` is section `inbox` with the parts `waiting` and `12`. */
export interface Route {
  readonly section: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

const home: Route = { section: "inbox", parts: [], query: new URLSearchParams() };

const sections: ReadonlySet<string> = new Set(["inbox", "archive", "deliveries", "left", "settings"]);

/** Everything in the desk has an address of its own, which can be kept, gone back to and sent to a colleague. One that names nothing leads home. */
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

/** Where one is now. */
export const route: ReadonlySignal<Route> = current;

/** Goes there; `replace` leaves no step to go back to. */
export function go(place: string, replace = false): void {
  if (replace) history.replaceState(null, "", place);
  else location.hash = place;
  // At once: the browser tells of it later.
  show(place);
}

/** An address typed by hand may be no proper one. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
