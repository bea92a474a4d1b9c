/** The forms that try a request, and the address of this service in the samples. */

/** The address that the build writes into samples. */
const placeholder = "https://chat.example.com";

function showOwnAddress(): void {
  for (const code of document.querySelectorAll(".samples .code code")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      text.nodeValue = (text.nodeValue ?? "").replace(placeholder, location.origin);
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (form: HTMLFormElement, place: string): readonly Field[] =>
  [...form.querySelectorAll<Field>(`[data-in="${place}"]`)].filter(({ value }) => value !== "");

/** No request can be made of a field; the message names it. */
class FieldError extends Error {}

function setHeader(headers: Headers, name: string, value: string, field: Field): void {
  try {
    headers.set(name, value);
  } catch {
    const label = field.labels?.[0]?.querySelector("span")?.textContent ?? field.name;
    throw new FieldError(`${label}: a header cannot have this value. Use Latin letters, digits and signs in one line.`);
  }
}

function checkJson({ value }: Field): void {
  try {
    JSON.parse(value);
  } catch (error) {
    throw new FieldError(`Body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The request of the form. A secret in the form replaces the session of the browser. Throws FieldError. */
function requestOf(form: HTMLFormElement): readonly [path: string, init: RequestInit] {
  const path = fieldsOf(form, "path").reduce(
    (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset["path"] ?? "",
  );
  const query = new URLSearchParams(fieldsOf(form, "query").map(({ name, value }) => [name, value]));
  const headers = new Headers();
  for (const field of fieldsOf(form, "header")) setHeader(headers, field.name, field.value, field);
  const [secret] = fieldsOf(form, "secret");
  if (secret !== undefined) setHeader(headers, "Authorization", `Bearer ${secret.value}`, secret);
  const [text] = fieldsOf(form, "body");
  const file = form.querySelector<HTMLInputElement>('[data-in="file"]')?.files?.[0];
  if (text !== undefined) {
    checkJson(text);
    headers.set("Content-Type", "application/json");
  }
  const body = text?.value ?? file;
  return [
    query.size === 0 ? path : `${path}?${query}`,
    {
      method: form.dataset["method"] ?? "GET",
      headers,
      credentials: secret === undefined ? "same-origin" : "omit",
      ...(body !== undefined && { body }),
    },
  ];
}

/** The body as text: JSON with indents, and the type and size of what is no text. */
async function textOf(answer: Response): Promise<string> {
  const type = answer.headers.get("content-type") ?? "";
  if (!/json|text|javascript|svg/.test(type)) {
    const { size } = await answer.blob();
    return size === 0 ? "" : `${type}, ${size} bytes`;
  }
  const text = await answer.text();
  return type.startsWith("application/json") ? indented(text) : text;
}

/** What stands between the page and the service may answer something else under the type of JSON. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form: HTMLFormElement, note: Element, shown: HTMLElement): Promise<void> {
  note.textContent = "Sending…";
  shown.hidden = true;
  try {
    const answer = await fetch(...requestOf(form));
    const body = await textOf(answer);
    note.textContent = `${answer.status} ${answer.statusText}`;
    shown.textContent = body;
    shown.hidden = body === "";
  } catch (error) {
    note.textContent =
      error instanceof FieldError ? error.message : "No answer. Check the connection, then send again.";
  }
}

/** A secret counts for every form of the page that takes such a secret. */
function shareSecret({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.dataset["in"] !== "secret") return;
  for (const other of document.querySelectorAll<HTMLInputElement>('[data-in="secret"]'))
    if (other.dataset["scheme"] === target.dataset["scheme"]) other.value = target.value;
}

showOwnAddress();
document.addEventListener("input", shareSecret);
for (const part of document.querySelectorAll<HTMLElement>(".try")) part.hidden = false;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  const note = form.querySelector("[role=status]");
  const shown = form.querySelector("pre");
  if (note !== null && shown !== null) void send(form, note, shown);
});
