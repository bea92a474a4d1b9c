import type { HttpExchange } from "../../../http/http-exchange.ts";
import { isSameSecret } from "../../../limits/same-secret.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * Whether the caller may manage providers: an administrator, or the operator's command with the token from the data folder. If
 * not, the answer has been sent. Call it before the handler returns. Source: BOT-03, AUTH-15.
 */
export function mayKeepProviders(admin: AdminParts, exchange: HttpExchange): boolean {
  if (!isOperator(admin, exchange)) return findAdministrator(admin, exchange) !== null;
  exchange.subject = "operator";
  return true;
}

/** Whether the caller is a command of the operator. Call it before the handler returns. */
export const isOperator = ({ operatorToken }: AdminParts, exchange: HttpExchange): boolean =>
  operatorToken !== null &&
  exchange.headerCount("authorization") === 1 &&
  isSameSecret(`Bearer ${operatorToken}`, exchange.header("authorization"));
