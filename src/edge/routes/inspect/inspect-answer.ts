import type { HttpExchange } from "../../http/http-exchange.ts";

/** Answers 200 with the JSON text under a name, or 404 if it is null. */
export function answerInspected(exchange: HttpExchange, name: string, json: string | null, what: string): void {
  if (json === null) exchange.answerFailure({ code: "not_found", message: `There is no such ${what}.` });
  else answerText(exchange, `{"${name}":${json}}`);
}

export function answerText(exchange: HttpExchange, body: string): void {
  exchange.answer(200, { body });
}
