/** Functions that read an unchecked value. */

export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

export function entriesOf(value: unknown, key: string): readonly unknown[] {
  const entries = fieldOf(value, key);
  return Array.isArray(entries) ? entries : [];
}
