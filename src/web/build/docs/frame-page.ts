import { escapeHtml } from "./escape-html.ts";
import type { AssetPlace } from "./render-page.ts";
import type { FramedPage, LinkedPage, NavigationGroup } from "./site.types.ts";

/** Returns the complete HTML document of a page, with the navigation, the search and the table of contents. */
export const framePage = (
  page: FramedPage,
  groups: readonly NavigationGroup[],
  addressOf: AssetPlace["addressOf"],
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${titleOf(page, groups)}</title>
    ${page.markdown === undefined ? "" : `<link rel="alternate" href="${page.markdown}" type="text/markdown">\n    `}<link rel="icon" href="${addressOf("icon.svg")}" type="image/svg+xml">
    ${["docs.css", ...(page.styles ?? [])].map((name) => `<link rel="stylesheet" href="${addressOf(name)}">`).join("\n    ")}
    ${["main.js", ...(page.scripts ?? [])].map((name) => `<script type="module" src="${addressOf(name)}"></script>`).join("\n    ")}
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header>
      <a class="brand" href="/docs/"${page.address === "/docs/" ? ' aria-current="page"' : ""}>Parley <span>documentation</span></a>
      <div class="search" id="search" role="search" hidden>
        <label class="hush" for="words">Search the documentation</label>
        <input id="words" type="search" placeholder="Search (press /)" autocomplete="off" spellcheck="false" aria-describedby="keys">
        <span class="hush" id="keys">Arrow keys move through the results, Escape closes them.</span>
        <div class="found" id="found" data-open="false">
          <p id="note" role="status"></p>
          <ol id="results" aria-label="Results"></ol>
        </div>
      </div>
    </header>
    <div class="columns">
      <details class="menu">
        <summary>All pages</summary>
        <nav aria-label="Documentation">
          ${groups.map((group, index) => groupHtml(group, `group-${index}`, page)).join("\n          ")}
        </nav>
      </details>
      <main id="text" tabindex="-1">
        ${contentsHtml(page.contents)}
        <article>
${page.body}
        </article>
        ${neighboursHtml(page.address, groups)}
      </main>
    </div>
    <p class="hush" id="said" role="status"></p>
  </body>
</html>
`;

/** The title includes the group, because for example the guide and the rules of bots have the same title. */
function titleOf({ title, address }: FramedPage, groups: readonly NavigationGroup[]): string {
  if (address === "/docs/") return "Parley documentation";
  const group = groups.find(({ pages }) => pages.some((page) => page.address === address));
  return [title, ...(group === undefined ? [] : [group.name]), "Parley documentation"].map(escapeHtml).join(" · ");
}

const groupHtml = ({ name, pages }: NavigationGroup, id: string, current: FramedPage): string => {
  const linkTo = ({ title, address }: LinkedPage): string => {
    const mark = address === current.address ? ' aria-current="page"' : "";
    return `<a href="${escapeHtml(address)}"${mark}>${escapeHtml(title)}</a>`;
  };
  const links = pages.flatMap((page) => {
    if (page.parent !== undefined) return [];
    const isOpen = [current.address, current.parent].includes(page.address);
    const parts = isOpen ? pages.filter(({ parent }) => parent === page.address) : [];
    const inner = parts.length === 0 ? "" : `<ul>${parts.map((part) => `<li>${linkTo(part)}</li>`).join("")}</ul>`;
    return [`<li>${linkTo(page)}${inner}</li>`];
  });
  return `<p id="${id}">${escapeHtml(name)}</p><ul aria-labelledby="${id}">${links.join("")}</ul>`;
};

const contentsFrom = 2;

function contentsHtml(contents: FramedPage["contents"]): string {
  if (contents.length < contentsFrom) return "";
  const links = contents.map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`);
  return `<details class="contents"><summary>On this page</summary><nav aria-label="On this page"><ul>${links.join("")}</ul></nav></details>`;
}

function neighboursHtml(address: string, groups: readonly NavigationGroup[]): string {
  const pages = groups.flatMap((group) => group.pages);
  const place = pages.findIndex((page) => page.address === address);
  const neighbour = (page: (typeof pages)[number] | undefined, word: string, rel: string): string =>
    page === undefined
      ? ""
      : `<a class="card" rel="${rel}" href="${escapeHtml(page.address)}"><span>${word}</span> ${escapeHtml(page.title)}</a>`;
  const links = [neighbour(pages[place - 1], "Previous", "prev"), neighbour(pages[place + 1], "Next", "next")];
  return `<nav class="neighbours" aria-label="Previous and next page">${links.join("")}</nav>`;
}
