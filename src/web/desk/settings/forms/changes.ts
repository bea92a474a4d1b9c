import type { Draft } from "./drafts.ts";

/** Whether two values of a form are the same, lists and their entries included. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** What is really another than what is saved: only that is sent, so that of two administrators the last one wins field by field. */
export function changesIn<Values extends object>(saved: Values, draft: Draft): Partial<Values> {
  const fields = Object.keys(saved) as (keyof Values & string)[];
  const changed = fields.filter((field) => field in draft && !isSame(draft[field], saved[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]])) as Partial<Values>;
}
