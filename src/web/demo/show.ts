/** Formats a value in JavaScript notation. */
export function show(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
