/** Where in a value: keys and positions from the outside in. */
export type Path = readonly (string | number)[];

const shownCharactersMax = 100;

/** `channels[0].webhookUrl`; `""` for the value itself. Keys may be anybody's, and as long as a body: each is cut. */
export function pathText(path: Path): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${cut(part)}`)).join("");
  return text.replace(/^\./, "");
}

/** A value as a person may read it: what stands in an address in place of a password or behind a `?` is left out. */
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
