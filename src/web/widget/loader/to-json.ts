/** The characters that cannot stand in a JSON text as they are. The last one is half of a pair without the other half. */
const special = /["\\\p{Cc}\p{Cs}]/gu;

/**
 * Returns the JSON text of texts, numbers, booleans, null, arrays and plain objects. `JSON.stringify` would call a `toJSON` that the
 * page has put on a prototype. Source: RFC 8259, section 7.
 */
export function toJson(value: unknown): string {
  if (typeof value === "string")
    return `"${value.replace(special, (one) => `\\u${(0x1_0000 + one.charCodeAt(0)).toString(16).slice(1)}`)}"`;
  if (Array.isArray(value)) return `[${value.map(toJson)}]`;
  if (Object(value) !== value) return `${value}`;
  const entries = Object.entries(value as object);
  return `{${entries.flatMap(([key, one]) => (one === undefined ? [] : `${toJson(key)}:${toJson(one)}`))}}`;
}
