import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import type { VisitorProofs } from "../../../domain/client/visitor-proofs.ts";
import type { ChannelEntry, Directory } from "../../../domain/directory.ts";
import type { Store } from "../../../ports/store.ts";
import type { HeaderList } from "../../answer/failure-answer.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import type { Refusal } from "../../sockets/close-codes.ts";
import { closeCodes } from "../../sockets/close-codes.ts";
import type { WidgetPage } from "../../sockets/visitor/visitor-admission.ts";
import { pageOf, refuseWidget } from "../../sockets/visitor/visitor-admission.ts";
import { findIdentity } from "../../sockets/visitor/visitor-identity.ts";
import { readBearer } from "../desk/desk-caller.ts";
import type { OwnOrigin } from "../desk/request/own-origin.ts";

export interface AdmissionParts {
  readonly runtime: { readonly directory: Pick<Directory, "find"> };
  readonly store: Pick<Store, "read" | "durable">;
  readonly proofs: VisitorProofs;
  readonly origin: OwnOrigin;
  /** Source: LIM-02. */
  readonly rate: RateLimiter;
}

/** A page that requests a widget. */
export interface AskingPage {
  readonly page: WidgetPage;
  readonly entry: ChannelEntry | undefined;
  /** Why the page may not use the widget; never `null` without an entry. */
  readonly refusal: Refusal | null;
}

const maxAgeSeconds = 86_400;
export const preflightHeaders: HeaderList = [
  ...["Access-Control-Allow-Methods", "POST"],
  ...["Access-Control-Allow-Headers", "authorization, content-type"],
  ...["Access-Control-Max-Age", String(maxAgeSeconds)],
];
/** The only origins that an answer repeats; no origin has another form. */
const originPattern = /^[!-~]{1,300}$/;

/**
 * Finds the page and its widget. From then on, a page of an allowed origin can read every answer, also an error. Cookies are not
 * used. Call it before the handler returns. Source: https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function findPage({ runtime, origin: own }: AdmissionParts, exchange: HttpExchange, widget: string): AskingPage {
  const page = pageOf(own, exchange);
  const entry = runtime.directory.find(widget);
  const refusal = refuseWidget(entry, page);
  exchange.answerHeaders = ["Vary", "Origin", ...(isForeign(refusal) ? [] : sharedWith(page))];
  if (entry !== undefined) exchange.subject = entry.settings.id;
  return { page, entry, refusal };
}

/** Whether the page must not read the answer. A page of a widget that is switched off may read it. */
export const isForeign = (refusal: Refusal | null): boolean =>
  refusal !== null && refusal.code !== closeCodes.switchedOff;

const sharedWith = ({ origin }: WidgetPage): HeaderList =>
  originPattern.test(origin)
    ? ["Access-Control-Allow-Origin", origin, "Access-Control-Expose-Headers", "Retry-After"]
    : [];

/** Source: ERR-06, ERR-07. */
export function failureOf(refusal: Refusal | null): Failure {
  if (refusal === null || refusal.code === closeCodes.noWidget)
    return { code: "not_found", message: "There is no such widget." };
  return { code: "access_denied", message: refusal.reason };
}

/** Reads the visitor's secret from a request. Call it before the handler returns. */
export const readSecret = (exchange: HttpExchange): string | undefined =>
  exchange.headerCount("authorization") === 1 ? readBearer(exchange) : undefined;

/** Finds the visitor by the secret of the request, unless the visitor has sent too many requests. Source: AUTH-15, LIM-02. */
export async function admitVisitor(
  { store, proofs, rate }: AdmissionParts,
  { settings }: ChannelEntry,
  secret: string | undefined,
): Promise<Result<Visitor>> {
  const identity = secret === undefined ? null : await findIdentity(settings, secret, { store, proofs });
  if (identity === null)
    return fail("unauthorized", "Header Authorization must be Bearer and the secret of a visitor of this widget.");
  const waitSeconds = rate.take(identity.visitor.conversation);
  if (waitSeconds === 0) return ok(identity.visitor);
  const message = "Too many requests; try again later.";
  return { ok: false, failure: { code: "rate_limited", message, retryAfterSeconds: waitSeconds } };
}
