/** Returns an element that the page's HTML must contain. */
export function elementById<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`Expected #${id} to be a ${kind.name}, got ${String(found)}`);
  return found;
}
