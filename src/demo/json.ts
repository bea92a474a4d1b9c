/** Returns the part of `value` at a path. Undefined if there is no such part. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => {
    if (typeof here !== "object" || here === null) return undefined;
    return Object.entries(here).find(([name]) => name === key)?.[1];
  }, value);
}

/** Returns the text or number at a path as text. "" if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" || typeof found === "number" ? String(found) : "";
}

/** Returns the list at a path. An empty list if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Returns the value of a JSON text. Returns the text itself if it is not JSON. */
export function decodeLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
