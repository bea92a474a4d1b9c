import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";

const countPattern = /^[0-9]{1,15}$/;

/** A query parameter that is a whole number from 0; undefined when absent. Fails with `invalid_request` naming it. */
export function readCount(name: string, text: string | undefined): Result<number | undefined> {
  if (text === undefined || text === "") return ok(undefined);
  return countPattern.test(text)
    ? ok(Number(text))
    : fail("invalid_request", `Parameter ${name} must be a whole number from 0 in digits.`);
}
