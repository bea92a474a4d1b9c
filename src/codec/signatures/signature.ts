import { createHmac, timingSafeEqual } from "node:crypto";
import type { SigningSecrets } from "../../../machines/channel/channel.types.ts";

interface Sent {
  /** The `webhook-id`, the same whenever the request is repeated. */
  readonly id: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

const none: readonly string[] = [];

/** Adds the signature to the headers of a request; returns them as they are without a secret. Source: AUTH-17. */
export const withSignature = (headers: string[], secrets: SigningSecrets, sent: Sent): string[] =>
  secrets.signingSecret === null ? headers : [...headers, "webhook-id", sent.id, ...signRequest(secrets, sent)];

/**
 * Returns the headers that prove the sender of a request, besides its `webhook-id`; none without a secret. Names and values alternate.
 * Source: WH-40, Standard Webhooks.
 */
export function signRequest(secrets: SigningSecrets, { id, body, nowMs }: Sent): readonly string[] {
  if (secrets.signingSecret === null) return none;
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secretsAt(secrets, nowMs).map((secret) => signatureOf(secret, `${id}.${timestamp}.`, body));
  return ["webhook-timestamp", timestamp, "webhook-signature", signatures.join(" ")];
}

/** The three headers of a signed request. */
export interface Signature {
  readonly id: string;
  readonly timestamp: string;
  /** `v1,` and base64; several have a space between them. */
  readonly signatures: string;
}

/** Whether a secret that counts now made one of the signatures. Compares in constant time. Source: AUTH-18, Standard Webhooks. */
export function isSignedWith(
  secrets: SigningSecrets,
  { id, timestamp, signatures }: Signature,
  { body, nowMs }: Pick<Sent, "body" | "nowMs">,
): boolean {
  const right = secretsAt(secrets, nowMs).map((secret) => signatureOf(secret, `${id}.${timestamp}.`, body));
  return signatures.split(" ").some((given) => right.some((expected) => isSame(given, expected)));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The present secret, and the one before it for a day. */
export function secretsAt({ signingSecret, previousSecret }: SigningSecrets, nowMs: number): readonly string[] {
  if (signingSecret === null) return none;
  const isBoth = previousSecret !== null && previousSecret.untilMs > nowMs;
  return isBoth ? [signingSecret, previousSecret.secret] : [signingSecret];
}

const prefix = "whsec_";

const signatureOf = (secret: string, before: string, body: Uint8Array): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(before)
    .update(body)
    .digest("base64")}`;

/** Every form in which a secret can appear in a text. Source: AUTH-14. */
export const secretTexts = ({ signingSecret, previousSecret }: SigningSecrets): readonly string[] =>
  [signingSecret, previousSecret?.secret ?? null].flatMap((secret) =>
    secret === null ? [] : [secret, secret.slice(prefix.length)],
  );
