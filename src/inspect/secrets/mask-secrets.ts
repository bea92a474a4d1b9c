import { mask } from "./secret-finder.ts";

/** Names whose text is a secret, whoever gave it. */
const secretNames =
  /^(random|authorization|cookie|api_?key|credentials?|passwd)$|(secret|password|password_?hash|token)$/i;
/** A field of that name in JSON that stands in a text, and may stand there as text itself, or be cut off. */
const toldField = /(\\{0,7}")([\w-]*(?:secret|password|token))\1\s*:\s*\1(?:(?!(?<!\\)\1)[\s\S])*(?:\1|$)/gi;
const url = /^[a-z][a-z0-9+.-]{1,15}:\/\/\S+$/i;
/** Whoever has it gets the file. */
const fileToken = /(\/files\/)[\w-]{16,}/g;

export interface MaskParts {
  /** Hides the secrets that are known wherever they stand. */
  readonly hide: (text: string) => string;
  /** An address without what signs in, the values of its query and what looks like a secret in its path. */
  readonly maskAddress: (address: URL) => string;
}

export interface SecretMask {
  /** A copy that shares nothing with what was given, or the very thing where it is no object. What is JSON stays JSON. */
  mask(value: unknown): unknown;
  text(text: string): string;
}

/** The text of an event for an owner's server says all there is of a client. */
const isWebhookBody = (value: object): boolean => "messagesUpTo" in value && "head" in value && "tail" in value;

/** What of anything may be shown. */
export function createSecretMask({ hide, maskAddress }: MaskParts): SecretMask {
  const text = (given: string): string => {
    const plain = url.test(given) && URL.canParse(given) ? maskAddress(new URL(given)) : given;
    const told = plain.includes('"') ? plain.replace(toldField, `$1$2$1:$1${mask}$1`) : plain;
    return hide(told.includes("/files/") ? told.replace(fileToken, `$1${mask}`) : told);
  };
  const maskSecret = (value: unknown): unknown => {
    if (typeof value === "number") return mask;
    if (typeof value === "string") return value === "" ? value : mask;
    return Array.isArray(value) ? value.map(maskSecret) : maskValue(value);
  };
  const maskValue = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(maskValue);
    const isBody = isWebhookBody(value);
    const isSecret = (name: string): boolean =>
      secretNames.test(name) || (isBody && (name === "head" || name === "tail"));
    const shown = Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) ? maskSecret(field) : maskValue(field),
    ]);
    return Object.fromEntries(shown);
  };
  return { mask: maskValue, text };
}
