/** The fields of an event or effect that the history keeps beside its type, flat; `undefined` fields are left out. */
export type OutlinedFields = Readonly<Record<string, string | number | boolean | undefined>>;

export const none: OutlinedFields = {};
export const nothing = (): OutlinedFields => none;
