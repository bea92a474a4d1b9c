import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";

/** Replaces a user and a password. Both are masked, because either of them may be the secret. */
const mask = "***:***@";
/** The part of an address before the host, up to its last "@". Source: URL, 4.4. */
const signIn = /^([\s]*https?:[/\\]*)([^/?#\\]*@)/i;

/** An address as answers show it: its user and password are masked. Source: AUTH-14. */
export function maskSignIn(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  if (signIn.test(address)) return address.replace(signIn, `$1${mask}`);
  // The pattern does not match, for example because of a tab in the scheme, which a URL parser ignores.
  [url.username, url.password] = ["***", "***"];
  return url.href;
}

/**
 * The given address, with the previous user and password in place of the mask. Fails with `invalid_request` if the address had no
 * user and password before, or if the host is different. A caller that cannot see a password must not send it to another host.
 */
export function restoreSignIn(field: string, given: string, before: string | undefined): Result<string> {
  if (signIn.exec(given)?.[2] !== mask) return ok(given);
  const known = before === undefined ? undefined : signIn.exec(before)?.[2];
  if (before === undefined || known === undefined || URL.parse(before)?.origin !== URL.parse(given)?.origin)
    return fail("invalid_request", `Field ${field} must contain the user and the password, got *** in their place.`);
  return ok(given.replace(signIn, (_whole, start: string) => `${start}${known}`));
}
