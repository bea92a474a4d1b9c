import { dismissRequestSchema, parseDismissRequest } from "../../../../codec/desk/desk-request.ts";
import { asDeliveryId } from "../../../../core/ids.ts";
import { ok } from "../../../../core/result.ts";
import { newMessageId } from "../../../../domain/bot/bot-notice.ts";
import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { bodyStepHandler } from "./chat-step.ts";

/**
 * `POST /api/chats/{id}/dismiss-failed {deliveryId}`: removes the mark from the named failed message and from those that failed
 * before it. An entry in the chat names the agent. 409 if the named message is not marked. Also for closed chats.
 */
export const dismissFailedRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/dismiss-failed",
  gate: "load",
  methods: {
    post: bodyStepHandler(desk, {
      parse: parseDismissRequest,
      toEvent: ({ deliveryId }, { caller, nowMs }) =>
        ok({
          type: "chat.dismiss-requested",
          agent: signatureOf(caller),
          deliveryId: asDeliveryId(deliveryId),
          messageId: newMessageId(),
          nowMs,
        }),
    }),
  },
  docs: {
    post: chatStepDoc(
      "dismissFailed",
      "Removes the failure mark from a message, and from earlier failed messages. An entry in the chat names the agent.",
      dismissRequestSchema,
    ),
  },
});
