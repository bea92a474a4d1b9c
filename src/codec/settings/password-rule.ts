import { fail } from "../../core/result.ts";
import type { BodyParser } from "../schema/body-parser.ts";
import common from "./common-passwords.json" with { type: "json" };
import { passwordForm } from "./password-bounds.ts";

/**
 * An attacker tries these passwords first. Source: the list of common passwords of zxcvbn-ts (MIT), without those that are too
 * short.
 */
const commonPasswords: ReadonlySet<string> = new Set(common);

export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.trim().toLowerCase());

/** Returns the parser with an additional check: it rejects a common password. */
export const refusingCommonPasswords =
  <Body extends { readonly password?: string }>(parse: BodyParser<Body>): BodyParser<Body> =>
  (bytes, limits) => {
    const parsed = parse(bytes, limits);
    if (!parsed.ok || parsed.value.password === undefined || !isCommonPassword(parsed.value.password)) return parsed;
    return fail("invalid_request", `Field password must be ${passwordForm}, got one of these.`);
  };
