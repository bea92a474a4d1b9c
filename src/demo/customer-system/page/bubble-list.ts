import type { Bubble } from "../rooms.ts";
import { create, elementById } from "./elements.ts";
import { saidOf } from "./said.ts";

export interface BubbleList {
  /** Shows a bubble. A bubble that is already shown is updated in its place. */
  show(bubble: Bubble): void;
  /** Shows a message that did not reach the server. */
  fail(key: string, text: string): void;
}

interface Shown {
  readonly bubble: Bubble;
  readonly item: HTMLLIElement;
}

const minuteMs = 60_000;
const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const fullTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** The conversation on the page. Bubbles of one sender in one minute are grouped. */
export function createBubbleList(sendAgain: (bubble: Bubble) => void): BubbleList {
  const list = elementById("bubbles", HTMLOListElement);
  const log = elementById("log", HTMLElement);
  const empty = elementById("empty", HTMLElement);
  // A scrolling element must be reachable by keyboard.
  log.tabIndex = 0;
  const shown = new Map<string, Shown>();
  let last: Shown | null = null;

  const append = (bubble: Bubble): Shown => {
    const item = create("li", `bubble ${bubble.from}`);
    if (last === null || !isSameGroup(last.bubble, bubble)) item.classList.add("starts-group");
    else last.item.querySelector(".meta:not(.failed)")?.remove();
    list.append(item);
    last = { bubble, item };
    return last;
  };
  const show = (bubble: Bubble): void => {
    const isNew = !shown.has(bubble.key);
    const { item } = shown.get(bubble.key) ?? append(bubble);
    shown.set(bubble.key, { bubble, item });
    const isLast = last?.item === item;
    const meta = isLast || bubble.state !== "sent" ? [metaOf(bubble, () => sendAgain(bubble))] : [];
    item.replaceChildren(saidOf(bubble), ...meta);
    empty.hidden = true;
    if (isNew) log.scrollTop = log.scrollHeight;
  };
  return {
    show,
    fail(key, text) {
      const atMs = shown.get(key)?.bubble.atMs ?? last?.bubble.atMs ?? performance.timeOrigin;
      show({ key, from: "customer", name: "You", text, file: null, atMs, state: "failed" });
    },
  };
}

const isSameGroup = (one: Bubble, next: Bubble): boolean =>
  one.from === next.from &&
  one.name === next.name &&
  Math.floor(one.atMs / minuteMs) === Math.floor(next.atMs / minuteMs);

function metaOf(bubble: Bubble, onRetry: () => void): HTMLElement {
  const meta = create("div", `meta ${bubble.state}`);
  if (bubble.state === "sending") meta.append("Sending…");
  else if (bubble.state === "failed") meta.append("Not sent. ", retryButton(onRetry));
  else {
    const who = bubble.from === "customer" ? "✓ Sent" : bubble.name;
    meta.append(`${who} · `, timeOf(bubble.atMs));
  }
  return meta;
}

function timeOf(atMs: number): HTMLTimeElement {
  const at = new Date(atMs);
  const time = create("time", "", clockTime.format(at));
  time.dateTime = at.toISOString();
  time.title = fullTime.format(at);
  return time;
}

function retryButton(onRetry: () => void): HTMLButtonElement {
  const button = create("button", "", "Send again");
  button.type = "button";
  button.addEventListener("click", onRetry);
  return button;
}
