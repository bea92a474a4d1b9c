/** The element of the page with this id; throws when the page has none of that kind. */
export function elementById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new TypeError(`Expected a ${kind.name} with the id ${id}, got ${found?.tagName ?? "nothing"}`);
}

/** A new element of a class with a text in it. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = "",
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
