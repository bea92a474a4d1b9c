import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";

/** Stands for a user and a password, of which one may be the secret by itself. */
const mask = "***:***@";
/** What stands before the host, up to its last "@". Source: URL, 4.4. */
const signIn = /^([\s]*https?:[/\\]*)([^/?#\\]*@)/i;

/** An address as answers show it: who signs in with it is masked. Source: AUTH-14. */
export function maskSignIn(address: string): string {
  const url = readUrl(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  if (signIn.test(address)) return address.replace(signIn, `$1${mask}`);
  // A tab in the scheme, say, which reading an address leaves out.
  [url.username, url.password] = ["***", "***"];
  return url.href;
}

/**
 * An address as it was given, with who signed in before where the mask stands. `invalid_request` when there was nobody, or when it leads to
 * another host: whoever cannot see a password is not to send it elsewhere.
 */
export function restoreSignIn(field: string, given: string, before: string | undefined): Result<string> {
  if (signIn.exec(given)?.[2] !== mask) return ok(given);
  const known = before === undefined ? undefined : signIn.exec(before)?.[2];
  if (before === undefined || known === undefined || readUrl(before)?.origin !== readUrl(given)?.origin)
    return fail("invalid_request", `Field ${field} must contain the user and the password, got *** in their place.`);
  return ok(given.replace(signIn, (_whole, start: string) => `${start}${known}`));
}

const readUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
