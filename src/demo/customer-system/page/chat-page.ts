import type { Bubble } from "../rooms.ts";
import { createBubbleList } from "./bubble-list.ts";
import { elementById } from "./elements.ts";

const here = location.pathname;
const you = elementById("you", HTMLElement);
const support = elementById("support", HTMLElement);
const composer = elementById("composer", HTMLFormElement);
const input = elementById("text", HTMLTextAreaElement);
const bubbles = createBubbleList((bubble) => void send(bubble.key, bubble.text));

/** The server says by the stream what became of a message; only when it cannot be reached the page has to. */
async function send(key: string, text: string): Promise<void> {
  try {
    const answer = await fetch(`${here}/messages`, { method: "POST", body: JSON.stringify({ key, text }) });
    if (!answer.ok) bubbles.fail(key, text);
  } catch {
    bubbles.fail(key, text);
  }
}

function tellSupport(state: "online" | "offline" | "lost", words: string): void {
  support.dataset["state"] = state;
  support.textContent = words;
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text !== "") void send(crypto.randomUUID(), text);
  input.value = "";
  input.focus();
});

input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  composer.requestSubmit();
});

/** A lost stream opens itself again, and tells everything anew. */
const stream = new EventSource(`${here}/events`);
const read = <Data>(name: string, take: (data: Data) => void): void =>
  stream.addEventListener(name, ({ data }) => take(JSON.parse(data)));
read<{ name: string }>("customer", ({ name }) => {
  you.textContent = `You write as ${name}`;
});
read<Bubble>("bubble", bubbles.show);
read<{ isOnline: boolean }>("support", ({ isOnline }) =>
  isOnline ? tellSupport("online", "Online, answers at once") : tellSupport("offline", "Offline, answers later"),
);
stream.addEventListener("error", () => tellSupport("lost", "Connection lost. Trying again…"));

input.focus();
