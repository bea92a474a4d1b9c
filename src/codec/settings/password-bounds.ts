/** The allowed length of a new password, in characters. A password that is already stored stays valid. */
export const passwordBounds = { minLength: 10, maxLength: 1024 } as const;

export const passwordForm = `a password of ${passwordBounds.minLength} to ${passwordBounds.maxLength} characters that is not among the most common`;
