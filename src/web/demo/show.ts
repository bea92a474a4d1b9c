/** As JavaScript writes it. */
export function show(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
