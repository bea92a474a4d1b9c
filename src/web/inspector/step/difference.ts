import { NotKept } from "./past-context.ts";

/** `inside`: the same object or array, with a change inside. */
export type Change = "same" | "added" | "removed" | "changed" | "inside";

/** A value, its change, and its parts. */
export interface Difference {
  readonly name: string;
  readonly change: Change;
  /** The current value; for a removed value the previous value. */
  readonly value: unknown;
  /** The previous value; undefined without a change. */
  readonly before: unknown;
  /** Null for a value without parts. */
  readonly parts: readonly Difference[] | null;
}

/** The changes in a JSON value. */
export function differenceOf(name: string, before: unknown, value: unknown): Difference {
  if (value === undefined) return { ...whole(name, before, "removed") };
  if (before === undefined) return { ...whole(name, value, "added") };
  const isAlike = isObject(before) && isObject(value) && Array.isArray(before) === Array.isArray(value);
  if (!isAlike) return { ...whole(name, value, before === value ? "same" : "changed"), before };
  const names = new Set([...Object.keys(before), ...Object.keys(value)]);
  const parts = [...names].map((part) => differenceOf(part, before[part], value[part]));
  const change = parts.every((part) => part.change === "same") ? "same" : "inside";
  return { name, change, value, before, parts };
}

/** A value without a known previous value. */
export const wholeOf = (name: string, value: unknown): Difference => whole(name, value, "same");

function whole(name: string, value: unknown, change: Change): Difference {
  const parts = isObject(value) ? Object.entries(value).map(([part, inner]) => whole(part, inner, change)) : null;
  return { name, change, value, before: undefined, parts };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !(value instanceof NotKept);
