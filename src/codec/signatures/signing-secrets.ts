import Type from "typebox";
import type { IdentitySettings, SigningSecrets } from "../../../machines/channel/channel.types.ts";
import { about } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { signingSecretForm, signingSecretOf } from "../settings/channel-schema.ts";
import { secretsAt } from "./signature.ts";

/** How long a replaced secret still counts beside the new secret. Source: WH-40. */
const previousForMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the secrets after `signingSecret` was set. The previous secret counts for one more day, so there are at most two
 * secrets. Setting the same secret again changes nothing; `null` ends both at once. Source: WH-40.
 */
export function changeSecret(
  before: SigningSecrets | null,
  signingSecret: string | null,
  nowMs: number,
): SigningSecrets {
  const old = before?.signingSecret ?? null;
  if (before !== null && old === signingSecret) return { signingSecret, previousSecret: before.previousSecret };
  const isReplaced = old !== null && signingSecret !== null;
  return { signingSecret, previousSecret: isReplaced ? { secret: old, untilMs: nowMs + previousForMs } : null };
}

/** The secrets after an administrator's change, in which an absent secret stays. */
export const changeGivenSecret = (
  before: SigningSecrets | null,
  given: string | null | undefined,
  nowMs: number,
): SigningSecrets => changeSecret(before, given === undefined ? (before?.signingSecret ?? null) : given, nowMs);

/** Whether one secret counts now in both directions. Source: AUTH-18. */
export function isShared(one: SigningSecrets, other: SigningSecrets, nowMs: number): boolean {
  const secrets = secretsAt(other, nowMs);
  return secretsAt(one, nowMs).some((secret) => secrets.includes(secret));
}

/** The secret in a request of an administrator. */
export const secretChange = (description: string) =>
  Type.Optional(
    Type.Union([signingSecretOf(plainSecret, description), Type.Null()], {
      writeOnly: true,
      ...about(`${signingSecretForm}, or null`, `${description} The API accepts it and never answers it.`),
    }),
  );

/** What administrators see of secrets. Source: AUTH-14. */
export const secretsAnswer = {
  signed: Type.Boolean({ description: "Whether there is a signing secret; it is not shown." }),
  previousSecretUntil: Type.Union([Type.Integer(), Type.Null()], {
    description: "The time until which the previous secret counts too; null with one secret or none.",
  }),
};

export function toSecretsAnswer({ signingSecret, previousSecret }: SigningSecrets, nowMs: number) {
  return { signed: signingSecret !== null, previousSecretUntil: endOfPrevious(previousSecret, nowMs) };
}

/** The secrets that verify tokens of visitors now. Source: WJ-48. */
export const identitySecretsAt = ({ secret, previousSecret }: IdentitySettings, nowMs: number): readonly string[] =>
  [secret, endOfPrevious(previousSecret, nowMs) === null ? null : previousSecret?.secret].flatMap((one) => one ?? []);

/** Until when the previous secret still counts; `null` when it does not count any more. */
export const endOfPrevious = (previous: SigningSecrets["previousSecret"], nowMs: number): number | null =>
  previous !== null && previous.untilMs > nowMs ? previous.untilMs : null;
