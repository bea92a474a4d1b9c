/**
 * The secret of a visitor without the time and the signature that the secret of a proved visitor has after its first `~`. Secrets of
 * one visitor are equal in this part.
 */
export const visitorIn = (secret: string): string => secret.replace(/~[^.]*/, "~");

/** Whether the secret stands for a proved identity. */
export const isProvedSecret = (secret: string): boolean => secret.includes("~");
