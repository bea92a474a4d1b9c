import type { Draft } from "./drafts.ts";

/** Whether two values of a form are the same, lists and their entries included. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** The values that differ from the saved ones. Only these are sent, so that the last administrator wins field by field. */
export function changesIn<Values extends object>(saved: Values, draft: Draft): Partial<Values> {
  const fields = Object.keys(saved) as (keyof Values & string)[];
  const changed = fields.filter((field) => field in draft && !isSame(draft[field], saved[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]])) as Partial<Values>;
}
