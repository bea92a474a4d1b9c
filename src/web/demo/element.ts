/** An element of the page that `demo.html` is known to have. */
export function element<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`Expected #${id} to be a ${kind.name}, got ${String(found)}`);
  return found;
}

/** As JavaScript writes it. */
export function show(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
