import type { HttpExchange } from "../../../http/http-exchange.ts";
import { isSameSecret } from "../../../limits/same-secret.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * Whether the caller may keep providers: an administrator, or the operator's command with the token it read in the data folder.
 * Has answered when not; to be asked before the handler returns. Source: BOT-03, AUTH-15.
 */
export function mayKeepProviders(admin: AdminParts, exchange: HttpExchange): boolean {
  if (!isOperator(admin, exchange)) return findAdministrator(admin, exchange) !== null;
  exchange.subject = "operator";
  return true;
}

/** Whether the caller is a command of the operator. To be asked before the handler returns. */
export const isOperator = ({ operatorToken }: AdminParts, exchange: HttpExchange): boolean =>
  operatorToken !== null &&
  exchange.headerCount("authorization") === 1 &&
  isSameSecret(`Bearer ${operatorToken}`, exchange.header("authorization"));
