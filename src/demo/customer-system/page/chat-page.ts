import { systemClock } from "../../../core/clock.ts";
import type { Bubble, Typing } from "../rooms.ts";
import { createBubbleList } from "./bubble-list.ts";
import { create, elementById } from "./elements.ts";
import { TypingNotices } from "./typing-notices.ts";

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
  const told = post("mailbox", { isFull: full.checked });
  told.catch(() => {
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
