import type { Draft } from "./drafts.ts";

/** Whether two values of a form are the same, lists and their entries included. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** The values that differ from the saved ones. Only these are sent, so that the last administrator wins field by field. */
export function changesIn<Values extends object>(saved: Values, draft: Draft): Partial<Values> {
  const fields = Object.keys(saved) as (keyof Values & string)[];
  const drafts = fields.filter((field) => field in draft).map((field) => [field, inPlace(saved[field], draft[field])]);
  return Object.fromEntries(
    drafts.filter(([field, value]) => !isSame(value, saved[field as keyof Values])),
  ) as Partial<Values>;
}

/** A draft of a list of ids: what is added and removed, because the list can change while the draft is open. */
class MemberDraft {
  readonly add: readonly number[];
  readonly remove: readonly number[];

  constructor({ add, remove }: MemberChange) {
    this.add = add;
    this.remove = remove;
  }
}

interface MemberChange {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** What makes the list of ids `next` of `before`. */
export const memberChange = (before: readonly number[], next: readonly number[]): MemberChange => ({
  add: next.filter((id) => !before.includes(id)),
  remove: before.filter((id) => !next.includes(id)),
});

/** The draft of a form whose saved values are `saved`. */
export function toDraft<Values extends object>(saved: Values, values: Partial<Values>): Draft {
  const draft = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, forLater(saved[field as keyof Values], value)]),
  );
  const changed = changesIn(saved, draft);
  return Object.fromEntries(Object.entries(draft).filter(([field]) => field in changed));
}

const forLater = (saved: unknown, value: unknown): unknown =>
  isIds(saved) && isIds(value) ? new MemberDraft(memberChange(saved, value)) : value;

const isIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "number");

function inPlace(saved: unknown, draft: unknown): unknown {
  if (!(draft instanceof MemberDraft) || !isIds(saved)) return draft;
  const { add, remove } = draft;
  return [...new Set([...saved, ...add])].filter((id) => !remove.includes(id));
}
