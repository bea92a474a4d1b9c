import { toWellFormed } from "../../codec/text/text.ts";

const mask = "***";
/** A shorter one may be part of any word: it is hidden only where it stands alone. */
const lengthMin = 6;
const special = /[\\^$.*+?()[\]{}|]/g;

/** A text with every secret in it masked, also as a URL writes it: an answer may repeat what it was asked. Source: AUTH-14. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(toWellFormed(secret))]));
  // One may be the start of another, whose end would stay.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return longestFirst.reduce(hide, text);
}

function hide(text: string, secret: string): string {
  if (secret === "" || !text.includes(secret)) return text;
  if (secret.length >= lengthMin) return text.replaceAll(secret, mask);
  return text.replaceAll(new RegExp(`(?<![\\w-])${secret.replace(special, "\\$&")}(?![\\w-])`, "g"), mask);
}
