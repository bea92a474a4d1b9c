import { elementById } from "./elements.ts";

const form = elementById("connect", HTMLFormElement);
const endpoint = elementById("endpoint", HTMLInputElement);
const error = elementById("error", HTMLElement);

/** Returns the address of the chat page. Throws an error whose text the page shows. */
async function connect(): Promise<string> {
  const answer = await fetch("/connect", { method: "POST", body: JSON.stringify({ endpoint: endpoint.value }) });
  const connected = await answer.json();
  if (!answer.ok) throw new Error(connected.error);
  return connected.chat;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  error.textContent = "";
  connect().then(
    (chat) => location.assign(chat),
    (reason) => {
      error.textContent = reason instanceof Error ? reason.message : String(reason);
    },
  );
});
