import { newBotNotice } from "../../../../domain/bot/bot-notice.ts";
import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { chatStepHandler } from "./chat-step.ts";

/**
 * `POST /api/chats/{id}/accept`: assigns the chat to the caller. 409 if another agent has the chat; the answer names this agent.
 */
export const acceptChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/accept",
  gate: "load",
  methods: {
    post: chatStepHandler(desk, ({ caller, nowMs }) => ({
      type: "chat.accept-requested",
      agent: signatureOf(caller),
      nowMs,
      notice: newBotNotice(nowMs),
    })),
  },
  docs: { post: chatStepDoc("acceptChat", "Accepts the chat for the caller.") },
});
