import { elementById } from "../shared/browser/element-by-id.ts";

/** Prepares the links that change address and title like a single-page app. With a modifier key they are ordinary links. */
export function prepareLinks(changed: () => void): void {
  const links = elementById("links", HTMLElement);
  const show = (): void => {
    const current = [...links.querySelectorAll("a")].find(({ search }) => search === location.search);
    for (const link of links.querySelectorAll("a")) link.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "page");
    document.title = current?.dataset["title"] ?? firstTitle;
    changed();
  };
  const firstTitle = document.title;
  links.addEventListener("click", (event) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    show();
  });
  addEventListener("popstate", show);
  elementById("anew", HTMLAnchorElement).href = location.pathname;
  show();
}
