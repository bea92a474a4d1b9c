/** Returns the element with this id. Throws if the page has no element of that kind with this id. */
export function elementById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new TypeError(`Expected a ${kind.name} with the id ${id}, got ${found?.tagName ?? "nothing"}`);
}

/** Creates an element with a class and a text. */
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
