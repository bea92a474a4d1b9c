/** What is kept of an event or effect beside its type, flat; what is `undefined` is left out. */
export type OutlinedFields = Readonly<Record<string, string | number | boolean | undefined>>;

export const none: OutlinedFields = {};
export const nothing = (): OutlinedFields => none;
