import { mask } from "./secret-finder.ts";

/** Names whose text is a secret, whoever gave it. */
const secretNames =
  /^(random|authorization|cookie|api_?key|credentials?|passwd|head|tail)$|(secret|password|password_?hash|token)$/i;
/** A field of that name in JSON that stands in a text, and may stand there as text itself, or be cut off. */
const toldField = /(\\{0,7}")([\w-]*(?:secret|password|token))\1\s*:\s*\1(?:(?!\1)[\s\S])*(?:\1|$)/gi;
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

/** What of anything may be shown. `head` and `tail` are those of a body for an owner's server, which says all there is of a client. */
export function createSecretMask({ hide, maskAddress }: MaskParts): SecretMask {
  const text = (given: string): string => {
    const plain = url.test(given) && URL.canParse(given) ? maskAddress(new URL(given)) : given;
    const told = plain.includes('"') ? plain.replace(toldField, `$1$2$1:$1${mask}$1`) : plain;
    return hide(told.includes("/files/") ? told.replace(fileToken, `$1${mask}`) : told);
  };
  const maskNamed = (name: string, value: unknown): unknown => {
    const isSecret = secretNames.test(name);
    if (isSecret && typeof value === "string") return value === "" ? value : mask;
    return isSecret && typeof value === "number" ? mask : maskValue(value);
  };
  const maskValue = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(maskValue);
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskNamed(name, field)]));
  };
  return { mask: maskValue, text };
}
