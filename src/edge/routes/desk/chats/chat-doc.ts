import type { TSchema } from "typebox";
import { chatAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import type { OperationDoc } from "../../../server/operation.ts";

/** The description in `/openapi.json` of a step of a chat that is answered 200 `{chat}`. */
export const chatStepDoc = (id: string, summary: string, body?: TSchema): OperationDoc => ({
  id,
  summary,
  tag: "Chats",
  access: "agent",
  ...(body === undefined ? {} : { request: { schema: body } }),
  answer: { status: 200, description: "The chat after the step.", schema: chatAnswer },
  failures:
    body === undefined ? ["not_found", "conflict"] : ["invalid_request", "not_found", "conflict", "payload_too_large"],
});
