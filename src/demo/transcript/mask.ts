const hidden = "•••";

/** Keys whose values are nobody's business. */
const secretKeys = new Set(["token", "password"]);

/** A path without the secret part of a channel's address. */
export const maskPath = (path: string): string => path.replace(/(\/chat-api\/)[^/]+/, `$1${hidden}`);

/** A copy of a body without its secrets. */
export function maskBody(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(maskBody);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, secretKeys.has(key) ? hidden : maskBody(value)]),
  );
}
