import type { SampleLine } from "../../codec/a-customer/sample-chat.ts";
import { elementById } from "../shared/browser/element-by-id.ts";

const log = elementById("log", HTMLElement);
// The log scrolls, so it must be reachable by keyboard.
log.tabIndex = 0;
const list = elementById("messages", HTMLElement);
const empty = elementById("empty", HTMLElement);
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** Shows new lines, and removes the lines that the bounded list does not contain any more. */
export function showLines(lines: readonly SampleLine[]): void {
  empty.hidden = lines.length > 0;
  const shown = new Map([...list.children].map((item) => [item.id, item]));
  const wanted = new Set(lines.map(({ id }) => idOf(id)));
  for (const [id, item] of shown) if (!wanted.has(id)) item.remove();
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  let isNew = false;
  lines.forEach((line, index) => {
    if (shown.has(idOf(line.id))) return;
    list.insertBefore(draw(line), list.children[index] ?? null);
    isNew = true;
  });
  if (isNew && isAtEnd) log.scrollTop = log.scrollHeight;
}

const idOf = (id: string): string => `m-${id}`;

function draw({ id, from, name, text, file, fileName, atMs }: SampleLine): HTMLElement {
  const item = document.createElement("li");
  item.id = idOf(id);
  item.className = from === "customer" ? "own" : "other";
  const time = document.createElement("time");
  time.dateTime = new Date(atMs).toISOString();
  time.textContent = timeFormat.format(atMs);
  const who = document.createElement("p");
  who.className = "quiet who";
  who.append(from === "customer" ? "You" : (name ?? "Agent"), " · ", time);
  item.append(who);
  if (text !== "") item.append(bubble(text));
  if (file !== null) item.append(bubble(linkTo(file, fileName ?? "File")));
  return item;
}

function bubble(content: string | HTMLElement): HTMLElement {
  const made = document.createElement("p");
  made.className = "bubble";
  made.append(content);
  return made;
}

/** The service serves agents' files. A location of another kind is shown as text. */
function linkTo(address: string, words: string): HTMLElement {
  const link = document.createElement(/^https?:\/\//i.test(address) ? "a" : "span");
  if (link instanceof HTMLAnchorElement) {
    link.href = address;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  link.textContent = words;
  return link;
}
