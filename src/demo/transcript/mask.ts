const hidden = "•••";

/** Keys whose values are secret. */
const secretKeys = new Set(["token", "password", "access_token", "client_secret"]);

const secretParts = /(\/(?:chat-api|files|hook|calls|bots\/(?:webhooks|providers)\/[\w-]+)\/)[\w-]{22,}/g;
const signingSecrets = /whsec_[\w+/=-]+/g;

/** Masks the secret parts of addresses in a text: addresses of channels, bots, files that need no login, and reports of calls. */
export const maskText = (text: string): string =>
  text.replace(secretParts, `$1${hidden}`).replace(signingSecrets, `whsec_${hidden}`);

/** Returns a copy of a body with its secrets masked. */
export function maskBody(body: unknown): unknown {
  if (typeof body === "string") return maskText(body);
  if (Array.isArray(body)) return body.map(maskBody);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isSecret(key, value) ? hidden : maskBody(value)]),
  );
}

/**
 * On the visitors' socket, `visitor` is a secret that identifies the visitor. In events for owners' servers, it is data about the
 * visitor.
 */
const isSecret = (key: string, value: unknown): boolean =>
  secretKeys.has(key) || (key === "visitor" && typeof value === "string");
