import { systemClock } from "../../../../core/clock.ts";
import type { Clock, Wake } from "../../../../ports/clock.ts";
import type { FileKind, SentFile } from "../agent-message.ts";
import type { Bubble, Typing } from "../rooms.ts";
import type { TypingState } from "../shop.ts";
import { create, elementById } from "./elements.ts";

const kindNames: Readonly<Record<FileKind, string>> = {
  photo: "Photo",
  video: "Video",
  audio: "Audio",
  voice: "Voice message",
  document: "Document",
};

const unitBytes = 1_000;
const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** The content of a bubble: a text, or a file with its comment below. */
function saidOf({ text, file }: Bubble): HTMLElement {
  const said = create("div", "said");
  if (file !== null) said.append(fileOf(file));
  if (text !== "") said.append(create("p", "text", text));
  return said;
}

function fileOf(file: SentFile): HTMLElement {
  const size = file.sizeBytes === null ? "" : `, ${sizeText(file.sizeBytes)}`;
  const words = [create("span", "file-name", file.name), create("span", "file-note", `${kindNames[file.kind]}${size}`)];
  if (file.url === null) {
    const plain = create("div", "file");
    plain.append(...words);
    return plain;
  }
  const link = create("a", "file");
  link.href = file.url;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  if (file.kind === "photo") link.append(previewOf(file.url));
  link.append(...words);
  return link;
}

/** A preview has no alternative text, because the file's name is next to it. If the image cannot be loaded, only the link stays. */
function previewOf(url: string): HTMLImageElement {
  const preview = create("img", "preview");
  preview.alt = "";
  preview.addEventListener("error", () => preview.remove());
  preview.src = url;
  return preview;
}

function sizeText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(bytes) / Math.log10(unitBytes)), units.length - 1);
  const format = { style: "unit", unit: units[step] ?? "byte", unitDisplay: step === 0 ? "long" : "short" } as const;
  return new Intl.NumberFormat(undefined, { ...format, maximumFractionDigits: 1 }).format(bytes / unitBytes ** step);
}

interface BubbleList {
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
function createBubbleList(sendAgain: (bubble: Bubble) => void): BubbleList {
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

const silenceMs = 5_000;
/** The receiver stops showing "is typing" after 10 s without a notice, so a notice is repeated earlier. */
const renewalMs = 5_000;

/** Reports when the customer types: from the first key until 5 s without a key, an empty field or a sent message. */
class TypingNotices {
  readonly #clock: Clock;
  readonly #tell: (state: TypingState) => void;
  #sentAtMs: number | null = null;
  #silence: Wake | null = null;

  constructor(clock: Clock, tell: (state: TypingState) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Call this when the text of the field changes. */
  changed(text: string): void {
    if (text.trim() === "") this.end();
    else this.#typed();
  }

  end(): void {
    this.#silence?.cancel();
    if (this.#sentAtMs === null) return;
    this.#sentAtMs = null;
    this.#tell("typeout");
  }

  #typed(): void {
    const nowMs = this.#clock.nowMs();
    this.#silence?.cancel();
    this.#silence = this.#clock.wakeAt(nowMs + silenceMs, () => this.end());
    if (this.#sentAtMs !== null && nowMs - this.#sentAtMs < renewalMs) return;
    this.#sentAtMs = nowMs;
    this.#tell("typein");
  }
}

const here = location.pathname;
const you = elementById("you", HTMLElement);
const support = elementById("support", HTMLElement);
const composer = elementById("composer", HTMLFormElement);
const input = elementById("text", HTMLTextAreaElement);
const typing = elementById("typing", HTMLElement);
const full = elementById("full", HTMLInputElement);
const bubbles = createBubbleList((bubble) => void send(bubble.key, bubble.text));

const post = (step: string, body: object): Promise<Response> =>
  fetch(`${here}/${step}`, { method: "POST", body: JSON.stringify(body) });

/** Resolves when the last typing notice has reached the server or has failed. */
let noticed: Promise<unknown> = Promise.resolve();
const notices = new TypingNotices(systemClock, (type) => {
  // A lost notice is not sent again, because it is worthless later.
  noticed = noticed.then(() => post("typing", { type })).catch(() => undefined);
});

/** Sends a message. The server reports the result on the stream; the page itself shows a failure only if the request fails. */
async function send(key: string, text: string): Promise<void> {
  try {
    await noticed;
    const answer = await post("messages", { key, text });
    if (!answer.ok) bubbles.fail(key, text);
  } catch {
    bubbles.fail(key, text);
  }
}

function showTyping({ who }: Typing): void {
  typing.replaceChildren(...(who === null ? [] : [create("span", "who", who), " is typing…"]));
}

function tellSupport(state: "online" | "offline" | "lost", words: string): void {
  support.dataset["state"] = state;
  support.textContent = words;
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  notices.end();
  if (text !== "") void send(crypto.randomUUID(), text);
  input.value = "";
  input.focus();
});

input.addEventListener("input", () => notices.changed(input.value));

input.addEventListener("keydown", (event) => {
  // In Safari, only the key code shows that the key ends a conversion of an input method.
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  composer.requestSubmit();
});

full.addEventListener("change", () => {
  const posted = post("mailbox", { isFull: full.checked });
  posted.catch(() => {
    full.checked = !full.checked;
  });
});

/** The browser reopens a lost stream, and the server then sends everything again. */
const stream = new EventSource(`${here}/events`);
const read = <Data>(name: string, take: (data: Data) => void): void =>
  stream.addEventListener(name, ({ data }) => take(JSON.parse(data)));
read<{ name: string; isFull: boolean }>("customer", ({ name, isFull }) => {
  you.textContent = `You write as ${name}`;
  full.checked = isFull;
});
read<Bubble>("bubble", bubbles.show);
read<Typing>("typing", showTyping);
read<{ isOnline: boolean }>("support", ({ isOnline }) =>
  isOnline ? tellSupport("online", "Online, answers at once") : tellSupport("offline", "Offline, answers later"),
);
stream.addEventListener("error", () => {
  tellSupport("lost", "Connection lost. Trying again…");
  showTyping({ who: null });
});

input.focus();
