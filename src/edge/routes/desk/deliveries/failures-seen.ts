import { doneAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { parseSeenRequest, seenRequestSchema } from "../../../../codec/desk/desk-request.ts";
import { markSeen } from "../../../../domain/delivery/unseen-failures.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { readBody } from "../request/read-body.ts";

/**
 * `POST /api/failures/seen {deliveryIds}`: marks failures of `GET /api/failures` as seen, for all administrators. Newer failures
 * stay unseen.
 */
export const failuresSeenRoute = (desk: DeskParts): Route => ({
  pattern: "/api/failures/seen",
  gate: "load",
  methods: { post: postSeen(desk) },
  docs: {
    post: {
      id: "markFailuresSeen",
      summary: "Marks failures as seen for all administrators. Unknown ids are ignored.",
      tag: "Deliveries",
      access: "administrator",
      request: { schema: seenRequestSchema },
      answer: { status: 200, description: "The failures are not listed any more.", schema: doneAnswer },
      failures: ["invalid_request", "payload_too_large"],
    },
  },
});

const postSeen =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    if (findAdministrator(desk, exchange) === null) return;
    const body = await readBody(exchange, desk.limits);
    if (!body.ok) return exchange.answerFailure(body.failure);
    const request = parseSeenRequest(body.value, desk.limits);
    if (!request.ok) return exchange.answerFailure(request.failure);
    await markSeen({ store: desk.store, feed: desk.runtime.feed }, new Set(request.value.deliveryIds));
    exchange.answer(200, { body: '{"result":"ok"}' });
  };
