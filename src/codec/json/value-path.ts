/** Where in a value: keys and positions from the outside in. */
export type Path = readonly (string | number)[];

/** `channels[0].webhookUrl`; `""` for the value itself. */
export function pathText(path: Path): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return text.replace(/^\./, "");
}

const shownCharactersMax = 100;

/** A value as a person may read it: what stands in an address in place of a password or behind a `?` is left out. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const text = value.replace(/\/\/[^/?#\\]*@/, "//***@").replace(/\?.*/s, "?***");
  const characters = [...text];
  return JSON.stringify(
    characters.length > shownCharactersMax ? `${characters.slice(0, shownCharactersMax).join("")}…` : text,
  );
}
