/** What stands in a value of unknown shape at a path; undefined where the path leads nowhere. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => {
    if (typeof here !== "object" || here === null) return undefined;
    return Object.entries(here).find(([name]) => name === key)?.[1];
  }, value);
}

/** The text or number at a path as text; "" where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** The list at a path; an empty one where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The value of a JSON text; the text itself when it is none. */
export function decodeLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
