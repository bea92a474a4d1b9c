/** What a change says about a list of ids: the whole list, or the entries to add and to remove, of which two changes at once both count. */
interface MemberChange {
  readonly all: readonly number[] | undefined;
  readonly add: readonly number[] | undefined;
  readonly remove: readonly number[] | undefined;
}

/** The list with the change made, each id once. */
export function toChangedMembers(
  before: readonly number[],
  { all = before, add = [], remove = [] }: MemberChange,
): readonly number[] {
  const left = new Set([...all, ...add]);
  for (const id of remove) left.delete(id);
  return [...left];
}
