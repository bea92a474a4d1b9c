import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { callStatusSchema, parseCallStatus } from "../../codec/call/call-status.ts";
import { doneAnswer } from "../../codec/desk/desk-answer-schemas.ts";
import type { Limits } from "../../config/limits.ts";
import type { Failure } from "../../core/result.ts";
import type { Calls } from "../../domain/call/calls.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import { readBody } from "./operation.ts";

const taken = { body: '{"result":"ok"}' };
const unknownToken: Failure = { code: "unauthorized", message: "The token in the URL is not known." };

/**
 * `POST /calls/{gateway_token}`: the call gateway's report about a call, answered 200 after its commit. Without a gateway, every
 * token is wrong. `token` is the secret of the gateway's address; `null` without a gateway. Source: CALL-05, CALL-07, AUTH-14.
 */
export function callStatusRoute({
  calls,
  token,
  limits,
}: {
  readonly calls: Calls;
  readonly token: () => string | null;
  readonly limits: Limits;
}): Route {
  const nobodys = randomBytes(32).toString("hex");
  const handle: Handler = async (exchange, [given = ""]) => {
    if (!timingSafeEqual(digestOf(given), digestOf(token() ?? nobodys))) return exchange.answerFailure(unknownToken);
    const body = await readBody(exchange, limits);
    const status = body.ok ? parseCallStatus(body.value, limits) : body;
    if (!status.ok) return exchange.answerFailure(status.failure);
    exchange.subject = `call/${status.value.callId}`;
    const done = await calls.report(status.value, exchange.requestId);
    if (done.ok) exchange.answer(200, taken);
    else exchange.answerFailure(done.failure);
  };
  return {
    pattern: "/calls/:gatewayToken",
    gate: "load",
    methods: { post: handle },
    docs: { post: callStatusDoc },
  };
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

const callStatusDoc: OperationDoc = {
  id: "postCallStatus",
  summary: "Receives the status of a call. The answer comes when the change is stored.",
  tag: "Call gateway API",
  access: "anyone",
  request: { schema: callStatusSchema },
  answer: {
    status: 200,
    description: "The status was accepted. A repeated status changes nothing.",
    schema: doneAnswer,
  },
  failures: ["unauthorized", "not_found"],
};
