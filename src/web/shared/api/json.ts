/** Returns the value of a JSON text; undefined for another text, such as the response of a proxy between the page and the service. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the fields of a JSON text that other code may have written: none for a text that is no JSON object. */
export const fieldsOf = <Fields extends object>(text: string | null): Partial<Fields> =>
  Object(parseJson(text ?? "null"));
