/** Characters of a password that is set from now on; one that is stored already goes on. */
export const passwordBounds = { minLength: 10, maxLength: 1024 } as const;

export const passwordForm = `a password of ${passwordBounds.minLength} to ${passwordBounds.maxLength} characters that is not among the most common`;
