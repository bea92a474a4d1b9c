import { toWellFormed } from "../codec/text.ts";

const mask = "***";
/** A shorter one may be part of any word: it is hidden only where it stands alone. */
const lengthMin = 6;
const special = /[\\^$.*+?()[\]{}|]/g;

/** A text with every secret in it masked, also as a URL writes it: an answer may repeat what it was asked. Source: AUTH-14. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) {
    for (const form of new Set([secret, encodeURIComponent(toWellFormed(secret))])) hidden = hide(hidden, form);
  }
  return hidden;
}

function hide(text: string, secret: string): string {
  if (secret === "" || !text.includes(secret)) return text;
  if (secret.length >= lengthMin) return text.replaceAll(secret, mask);
  return text.replaceAll(new RegExp(`(?<![\\w-])${secret.replace(special, "\\$&")}(?![\\w-])`, "g"), mask);
}
