import type { BodyParser } from "../../../codec/schema/body-parser.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Failure, Result } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { readBody } from "../desk/request/read-body.ts";
import type { AdminParts } from "./admin-parts.ts";

export const removed = { result: "ok" };

export function answerJson(exchange: HttpExchange, status: number, body: unknown): void {
  exchange.answer(status, { body: JSON.stringify(body) });
}

/** Answers with the result of a change. */
export function answerResult(exchange: HttpExchange, status: number, result: Result<unknown>): void {
  if (result.ok) answerJson(exchange, status, result.value);
  else exchange.answerFailure(result.failure);
}

/**
 * Makes a change in its turn and answers with its result, however long other changes or the hash of a password take.
 */
export async function answerChange(
  { oneAtATime }: Pick<AdminParts, "oneAtATime">,
  exchange: HttpExchange,
  status: number,
  change: () => Promise<Result<unknown>>,
): Promise<void> {
  answerResult(exchange, status, await exchange.untimed(oneAtATime(change)));
}

/** Answers 404 for an unknown id. */
export function answerMissing(exchange: HttpExchange, what: string): void {
  exchange.answerFailure(missing(what));
}

export const missing = (what: string): Failure => ({ code: "not_found", message: `There is no such ${what}.` });

/** Reads and parses the body. Returns null after answering with the error. Call it before the handler returns. */
export async function readAdminBody<Body>(
  { limits }: { readonly limits: Limits },
  exchange: HttpExchange,
  parse: BodyParser<Body>,
  /**
   * A check that runs while the body arrives, because the body cannot be read later. Its failure is answered before errors in the
   * body.
   */
  refusal: Promise<Failure | null> = Promise.resolve(null),
): Promise<Body | null> {
  const [bytes, refused] = await Promise.all([readBody(exchange, limits), refusal]);
  if (refused !== null) {
    exchange.answerFailure(refused);
    return null;
  }
  const body = bytes.ok ? parse(bytes.value, limits) : bytes;
  if (body.ok) return body.value;
  exchange.answerFailure(body.failure);
  return null;
}
