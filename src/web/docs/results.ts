import type { Piece } from "./excerpt.ts";
import type { FoundSection } from "./search-index.ts";

/** Shows each found section as a link with its page, its heading and an excerpt. */
export function showResults(list: HTMLOListElement, found: readonly FoundSection[]): void {
  list.replaceChildren(...found.map(resultOf));
}

function resultOf({ page, heading, href, excerpt }: FoundSection): HTMLLIElement {
  const link = document.createElement("a");
  link.href = href;
  const pageName = part("page", [{ text: heading === null ? page : `${page} ›`, isFound: false }]);
  link.append(pageName, " ", ...(heading === null ? [] : [part("where", heading), " "]), part("excerpt", excerpt));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function part(name: string, pieces: readonly Piece[]): HTMLSpanElement {
  const span = document.createElement("span");
  span.className = name;
  span.append(...pieces.map(({ text, isFound }) => (isFound ? marked(text) : text)));
  return span;
}

function marked(text: string): HTMLElement {
  const mark = document.createElement("mark");
  mark.textContent = text;
  return mark;
}
