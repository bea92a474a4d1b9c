import Type from "typebox";
import { describeValue } from "../../../../codec/text/text.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { ParameterDoc } from "../../../server/operation.ts";

const countPattern = /^[0-9]{1,15}$/;

/**
 * Reads a query parameter that is a whole number from 0; undefined if absent. Fails with `invalid_request`, which names the
 * parameter.
 */
export function readCount(name: string, text: string | undefined): Result<number | undefined> {
  if (text === undefined || text === "") return ok(undefined);
  return countPattern.test(text)
    ? ok(Number(text))
    : fail("invalid_request", `Parameter ${name} must be a whole number from 0 in digits.`);
}

/** Unix milliseconds, both ends included. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Reads the parameters `from` and `to`; all times if absent. Fails as `readCount`, and if `from` is after `to`. Call it before
 * the handler returns.
 */
export function readTimes(exchange: HttpExchange): Result<TimeRange> {
  const from = readCount("from", exchange.query("from"));
  if (!from.ok) return from;
  const to = readCount("to", exchange.query("to"));
  if (!to.ok) return to;
  const { value: fromMs = 0 } = from;
  const { value: toMs = Number.MAX_SAFE_INTEGER } = to;
  return fromMs > toMs
    ? fail("invalid_request", `Parameter from must not be after parameter to, got ${fromMs} and ${toMs}.`)
    : ok({ fromMs, toMs });
}

/** The parameter `sort` of a list by the time in this field of its rows. */
export const sortDoc = (field: string): ParameterDoc => ({
  name: "sort",
  description: `The order: by this field, a minus in front for the descending order. -${field} when absent.`,
  schema: Type.Enum([field, `-${field}`]),
});

/** Reads the parameter of `sortDoc`: whether the oldest row comes first. Fails as `readCount`. */
export function readIsOldestFirst(field: string, exchange: HttpExchange): Result<boolean> {
  const text = exchange.query("sort") || `-${field}`;
  return text === field || text === `-${field}`
    ? ok(text === field)
    : fail("invalid_request", `Parameter sort must be ${field} or -${field}, got ${describeValue(text)}.`);
}
