import { toWellFormed } from "../../codec/text/text.ts";

const mask = "***";
/** A shorter secret can be a part of any word, so it is masked only as a whole word. */
const lengthMin = 6;
const special = /[\\^$.*+?()[\]{}|]/g;

/** Masks every secret in a text, also in its URL encoding, because a response can repeat the request. Source: AUTH-14. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(toWellFormed(secret))]));
  // A secret can be the start of a longer one. The longer one comes first, so that no end of it stays.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return longestFirst.reduce(hide, text);
}

function hide(text: string, secret: string): string {
  if (secret === "" || !text.includes(secret)) return text;
  if (secret.length >= lengthMin) return text.replaceAll(secret, mask);
  return text.replaceAll(new RegExp(`(?<![\\w-])${secret.replace(special, "\\$&")}(?![\\w-])`, "g"), mask);
}
