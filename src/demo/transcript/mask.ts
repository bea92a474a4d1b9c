const hidden = "•••";

/** Keys whose values are nobody's business. */
const secretKeys = new Set(["token", "password", "access_token", "client_secret"]);

const secretParts = /(\/(?:chat-api|files|hook|calls|bots\/(?:webhooks|providers)\/[\w-]+)\/)[\w-]{22,}/g;
const signingSecrets = /whsec_[\w+/=-]+/g;

/** A text without the secret parts of addresses: of a channel, of a bot, of a file that needs no login, of reports of calls. */
export const maskText = (text: string): string =>
  text.replace(secretParts, `$1${hidden}`).replace(signingSecrets, `whsec_${hidden}`);

/** A copy of a body without its secrets. */
export function maskBody(body: unknown): unknown {
  if (typeof body === "string") return maskText(body);
  if (Array.isArray(body)) return body.map(maskBody);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isSecret(key, value) ? hidden : maskBody(value)]),
  );
}

/** On the visitors' socket `visitor` is who has it; in events for owners' servers it is what is known of the visitor. */
const isSecret = (key: string, value: unknown): boolean =>
  secretKeys.has(key) || (key === "visitor" && typeof value === "string");
