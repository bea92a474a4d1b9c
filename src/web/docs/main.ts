import { openStorage } from "../shared/browser/browser.ts";
import { elementById } from "../shared/browser/element-by-id.ts";
import { isInputMethod } from "../shared/browser/input-events.ts";
import type { Piece } from "./excerpt.ts";
import type { Find, FoundSection } from "./search-index.ts";

const shownMax = 20;

/** Shows the search and connects its keys. The page hides the search from browsers without scripts. */
function openSearch(): void {
  const field = elementById("words", HTMLInputElement);
  const box = elementById("search", HTMLElement);
  const panel = elementById("found", HTMLElement);
  const note = elementById("note", HTMLElement);
  const list = elementById("results", HTMLOListElement);
  let loading: Promise<Find> | null = null;

  const load = (): Promise<Find> => {
    loading ??= import("./search-index.ts").then(({ loadIndex }) => loadIndex());
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  const show = (text: string, isOpen = true): void => {
    note.textContent = text;
    panel.dataset["open"] = String(isOpen);
  };
  const close = (): void => {
    list.replaceChildren();
    show("", false);
  };
  const search = async (): Promise<void> => {
    const words = field.value.trim();
    list.replaceChildren();
    if (words === "") return show("Type a word, a rule like CH-47 or a config key.");
    show("Loading the index…");
    try {
      const find = await load();
      // The reader has changed the search or closed it in the meantime.
      if (field.value.trim() !== words || panel.dataset["open"] !== "true") return;
      const found = find(words);
      showResults(list, found.slice(0, shownMax));
      show(countWords(found.length, words));
    } catch {
      show("The index could not be loaded. Check the connection, then type again.");
    }
  };

  box.hidden = false;
  field.addEventListener("focus", () => {
    load().catch(() => undefined);
    if (panel.dataset["open"] !== "true") void search();
  });
  field.addEventListener("input", () => void search());
  box.addEventListener("keydown", (event) => {
    if (isInputMethod(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      field.focus();
      close();
    } else if (moveBy(event, field, list)) event.preventDefault();
  });
  // A screen without a mouse has no keyboard either.
  if (matchMedia("(hover: none)").matches) field.placeholder = "Search";
  // Close the search after a click elsewhere or after Tab.
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) close();
  });
  // A result on the same page loads no other page, so the search must be closed.
  list.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function countWords(count: number, words: string): string {
  if (count === 0) return `Nothing was found for “${words}”. Try fewer or other words.`;
  if (count > shownMax) return `${count} sections, the best ${shownMax} of them`;
  return count === 1 ? "1 section" : `${count} sections`;
}

/** Moves the focus between the field and the results. Enter in the field follows the first result. Returns whether the key was handled. */
function moveBy({ key }: KeyboardEvent, field: HTMLInputElement, list: HTMLOListElement): boolean {
  const links = [...list.querySelectorAll("a")];
  const stops = [field, ...links];
  const place = stops.findIndex((stop) => stop.matches(":focus"));
  if (key === "ArrowDown") stops[Math.min(place + 1, stops.length - 1)]?.focus();
  else if (key === "ArrowUp") stops[Math.max(place - 1, 0)]?.focus();
  else if (key === "Enter" && place === 0) links[0]?.click();
  else return false;
  return true;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Shows each found section as a link with its page, its heading and an excerpt. */
function showResults(list: HTMLOListElement, found: readonly FoundSection[]): void {
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

openSearch();
addCopyButtons();
rememberLanguage();
showPlace();

/** Scrolls the navigation to the page that is shown. */
function showPlace(): void {
  const current = document.querySelector<HTMLElement>(".menu [aria-current]");
  const list = current?.closest("nav");
  if (current && list) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

/** Shows all code in the language that the reader chose last. */
function rememberLanguage(): void {
  const key = "docs.language";
  const storage = openStorage();
  const choose = (language: string | null): void => {
    for (const choice of document.querySelectorAll<HTMLInputElement>(".code input"))
      if (choice.value === language) choice.checked = true;
  };
  choose(storage.get(key));
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.matches(".code input"))) return;
    choose(target.value);
    storage.set(key, target.value);
  });
}

/** Gives every block of code a button that copies it. */
function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(block, button));
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    block.append(button);
  }
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const said = elementById("said", HTMLElement);
  // A screen reader does not repeat an unchanged text, so the text is cleared first.
  said.textContent = "";
  const code = [...block.querySelectorAll("pre")].find((one) => one.checkVisibility()) ?? null;
  try {
    await navigator.clipboard.writeText(`${code?.textContent ?? ""}\n`);
    button.textContent = "Copied";
    said.textContent = "The code is copied.";
  } catch {
    // Without HTTPS a page has no clipboard. The code is selected, so that the reader can copy it with the keyboard.
    if (code !== null) getSelection()?.selectAllChildren(code);
    button.textContent = "Selected";
    said.textContent = "The code is selected: press Ctrl+C to copy it.";
  }
}
