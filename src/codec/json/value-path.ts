/** A place in a value: keys and indexes from the outside to the inside. */
export type Path = readonly (string | number)[];

const shownCharactersMax = 100;

/** `channels[0].webhookUrl`; `""` for the value itself. Keys may come from outside and be as long as a body, so each key is cut. */
export function pathText(path: Path): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${cut(part)}`)).join("");
  return text.replace(/^\./, "");
}

/** A value in a form that people may read. In an address, user and password and the part after a `?` are masked. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const text = value.replace(/\/\/[^/?#\\]*@/, "//***@").replace(/\?.*/s, "?***");
  return JSON.stringify(cut(text));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > shownCharactersMax ? `${characters.slice(0, shownCharactersMax).join("")}…` : text;
}
