import {
  leftAnswerCreation,
  offlineMessageAnswer,
  parseLeftAnswerCreation,
} from "../../../../codec/desk/desk-offline.ts";
import { isEmailAddress } from "../../../../core/email-address.ts";
import { asDeliveryId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import { newDeliveryId } from "../../../../domain/bot/bot-notice.ts";
import { answerLeft, noSuchMessage } from "../../../../domain/client/left-messages.ts";
import { readDelivery } from "../../../../domain/delivery/delivery-queries.ts";
import { replayDelivery } from "../../../../domain/webhooks/replay.ts";
import { readIdempotencyKey } from "../../../idempotency/idempotency-key.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { markOf } from "../request/idempotency-mark.ts";
import { readBody } from "../request/read-body.ts";
import { answerLeftMessage, lookUpLeft } from "./offline-message.ts";

/**
 * `POST /api/offline-messages/{id}/answers {subject, text}`: sends a mail to the visitor and answers 202; the caller becomes the
 * owner of the message.
 */
export const offlineAnswersRoute = (desk: DeskParts): Route => ({
  pattern: "/api/offline-messages/:id/answers",
  gate: "load",
  methods: { post: answerByMail(desk) },
  docs: {
    post: {
      id: "answerOfflineMessage",
      summary:
        "Answers a message from the offline form by mail. A message without an agent then belongs to the caller. The service honours an Idempotency-Key.",
      tag: "Chats",
      access: "agent",
      request: { schema: leftAnswerCreation },
      answer: { status: 202, description: "The message. The mail is being sent.", schema: offlineMessageAnswer },
      failures: ["invalid_request", "not_found", "conflict", "payload_too_large"],
    },
  },
});

/** `POST /api/offline-messages/{id}/answers/{answer}/resend`: retries a mail that could not be sent. */
export const resendAnswerRoute = (desk: DeskParts): Route => ({
  pattern: "/api/offline-messages/:id/answers/:answer/resend",
  gate: "load",
  methods: { post: resendAnswer(desk) },
  docs: {
    post: {
      id: "resendOfflineAnswer",
      summary: "Sends a failed mail again in a new series of attempts.",
      tag: "Chats",
      access: "agent",
      answer: { status: 202, description: "The message. The mail is sent again.", schema: offlineMessageAnswer },
      failures: ["not_found", "conflict"],
    },
  },
});

const conflict = (message: string): Failure => ({ code: "conflict", message });
const noServer = conflict("No mail server is configured (smtp): left messages cannot be answered by mail.");
const noAddress = conflict("The visitor left no e-mail address.");
const badAddress = conflict("The e-mail that the visitor left is not one address.");

const answerByMail =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const key = readIdempotencyKey(exchange);
    const [found, bytes] = await Promise.all([lookUpLeft(desk, caller, idText), readBody(exchange, desk.limits)]);
    if (found === null) return exchange.answerFailure(noSuchMessage);
    if (!key.ok) return exchange.answerFailure(key.failure);
    const body = bytes.ok ? parseLeftAnswerCreation(bytes.value, desk.limits) : bytes;
    if (!body.ok) return exchange.answerFailure(body.failure);
    const { number, row } = found;
    if (!desk.hasMail()) return exchange.answerFailure(noServer);
    if (row.email === null || row.email === "") return exchange.answerFailure(noAddress);
    if (!isEmailAddress(row.email)) return exchange.answerFailure(badAddress);
    const nowMs = desk.clock.nowMs();
    const scope = `desk/${caller.profile.id}/left/${number}`;
    const answered = await answerLeft(
      { store: desk.store, directory: desk.runtime.directory, post: desk.runtime.post, limits: desk.limits },
      { number, by: caller.profile, nowMs },
      {
        ...body.value,
        deliveryId: newDeliveryId(nowMs),
        to: row.email,
        cause: exchange.requestId,
        idempotency: bytes.ok ? markOf(scope, key.value, bytes.value) : undefined,
      },
    );
    if (answered.ok) await answerLeftMessage(desk, exchange, 202, number);
    else exchange.answerFailure(answered.failure);
  };

const resendAnswer =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = "", answerId = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const found = await lookUpLeft(desk, caller, idText);
    if (found === null) return exchange.answerFailure(noSuchMessage);
    const id = asDeliveryId(answerId);
    const delivery = found.row.answerIds.includes(id) ? await readDelivery(desk.store, id) : undefined;
    if (delivery === undefined)
      return exchange.answerFailure({ code: "not_found", message: "There is no such answer." });
    if (delivery.state !== "failed")
      return exchange.answerFailure(
        conflict("The mail was sent, or is on its way; only a failed mail can be sent again."),
      );
    const call = { nowMs: desk.clock.nowMs(), cause: exchange.requestId };
    const replayed = await replayDelivery(desk.runtime.post, delivery, call);
    if (replayed.ok) await answerLeftMessage(desk, exchange, 202, found.number);
    else exchange.answerFailure(replayed.failure);
  };
