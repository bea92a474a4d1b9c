import type { SampleChat, SampleLine } from "../../codec/a-customer/sample-chat.ts";
import { elementById } from "../shared/browser/element-by-id.ts";
import { isInputMethod } from "../shared/browser/input-events.ts";

type TypingState = "typein" | "typeout";

const silenceMs = 5_000;
/** The receiver stops showing "is typing" after 10 s without a notice, so a notice is repeated earlier. */
const renewalMs = 5_000;

/** Reports that the customer types: from the first key until a pause, an empty field or a sent message. */
class TypingNotices {
  readonly #tell: (state: TypingState) => void;
  #sentAtMs: number | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (state: TypingState) => void) {
    this.#tell = tell;
  }

  /** Call this when the text of the field changes. */
  changed(text: string): void {
    if (text.trim() === "") this.end();
    else this.#typed();
  }

  #typed(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end(), silenceMs);
    const nowMs = performance.now();
    if (this.#sentAtMs !== null && nowMs - this.#sentAtMs < renewalMs) return;
    this.#sentAtMs = nowMs;
    this.#tell("typein");
  }

  end(): void {
    clearTimeout(this.#silence);
    if (this.#sentAtMs === null) return;
    this.#sentAtMs = null;
    this.#tell("typeout");
  }
}

const log = elementById("log", HTMLElement);
// The log scrolls, so it must be reachable by keyboard.
log.tabIndex = 0;
const list = elementById("messages", HTMLElement);
const empty = elementById("empty", HTMLElement);
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** Shows new lines, and removes the lines that the bounded list does not contain any more. */
function showLines(lines: readonly SampleLine[]): void {
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
  who.className = "muted who";
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

const address = `${location.pathname.replace(/(?<!\/)\/+$/, "")}/messages`;
/** The page polls, because the service sends it no events. */
const askEveryMs = 1_000;

const presence = elementById("presence", HTMLElement);
const typing = elementById("typing", HTMLElement);
const failure = elementById("failure", HTMLElement);
const composer = elementById("composer", HTMLFormElement);
const field = elementById("text", HTMLTextAreaElement);

/** Writes the text only if it has changed, so that screen readers do not read it twice. */
function write(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

function showPresence(state: "online" | "offline" | "lost" | "gone", words: string): void {
  presence.dataset["state"] = state;
  write(presence, words);
}

function show({ messages, typing: typist, agentsOnline }: SampleChat): void {
  showLines(messages satisfies readonly SampleLine[]);
  write(typing, typist === null ? "" : `${typist} is typing…`);
  if (agentsOnline) showPresence("online", "An agent is at the desk");
  else showPresence("offline", "Nobody is at the desk: what you write waits for them");
}

/** Loads the lines. Resolves with false if another request would be useless. */
async function refresh(): Promise<boolean> {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.status === 404) {
      showPresence("gone", "This channel has a system of its own now: its replies go there.");
      write(typing, "");
      composer.hidden = true;
      return false;
    }
    if (answer.ok) show((await answer.json()) as SampleChat);
    else if (answer.status !== 429) showPresence("lost", "The service does not answer. Trying again…");
  } catch {
    showPresence("lost", "Connection lost. Trying again…");
  }
  return true;
}

async function follow(): Promise<void> {
  // A hidden page sends no requests.
  if (document.hidden || (await refresh())) setTimeout(() => void follow(), askEveryMs);
}

const post = (body: object): Promise<Response> => fetch(address, { method: "POST", body: JSON.stringify(body) });

/** Keeps the order of the notices and messages, because a message ends the typing before it. */
let sending: Promise<unknown> = Promise.resolve();
const notices = new TypingNotices((state) => {
  // A lost notice is not sent again, because it is worthless later.
  sending = sending.then(() => post({ typing: state })).catch(() => undefined);
});

/** Sends a message. If the service does not accept it, the text stays in the field. */
async function send(text: string): Promise<void> {
  write(failure, "");
  await sending;
  const why = await post({ text }).then(reasonOf, () => "the service cannot be reached");
  if (why === null) await refresh();
  else {
    if (field.value === "") field.value = text;
    write(failure, `Not sent: ${why}. Send it again.`);
  }
}

/** The reason of a refusal; null if the message was accepted. */
async function reasonOf(answer: Response): Promise<string | null> {
  if (answer.ok) return null;
  const body: { readonly error?: { readonly message?: string } } = await answer.json().catch(() => ({}));
  return body.error?.message?.replace(/\.$/, "") ?? `the service answered ${answer.status}`;
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field.value.trim();
  notices.end();
  if (text !== "") void send(text);
  field.value = "";
  field.focus();
});

field.addEventListener("input", () => notices.changed(field.value));

field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || isInputMethod(event)) return;
  event.preventDefault();
  composer.requestSubmit();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refresh();
});

field.focus();
void follow();
