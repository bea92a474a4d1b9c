import type { BodyParser } from "../../../codec/schema/body-parser.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Failure, Result } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { readBody } from "../desk/request/read-body.ts";

export const removed = { result: "ok" };

export function answerJson(exchange: HttpExchange, status: number, body: unknown): void {
  exchange.answer(status, { body: JSON.stringify(body) });
}

/** Answers what a change came to. */
export function answerResult(exchange: HttpExchange, status: number, result: Result<unknown>): void {
  if (result.ok) answerJson(exchange, status, result.value);
  else exchange.answerFailure(result.failure);
}

/** Answers 404 for an id that nothing has. */
export function answerMissing(exchange: HttpExchange, what: string): void {
  exchange.answerFailure(missing(what));
}

export const missing = (what: string): Failure => ({ code: "not_found", message: `There is no such ${what}.` });

/** The body, or null after having answered what is wrong with it. To be called before the handler returns. */
export async function readAdminBody<Body>(
  { limits }: { readonly limits: Limits },
  exchange: HttpExchange,
  parse: BodyParser<Body>,
  /** Looked up while the body comes in, which nobody may wait to read: a refusal is told before what is wrong with the body. */
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
