import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { chatStepHandler } from "./chat-step.ts";

/** `POST /api/chats/{id}/assign`: binds the chat to its card in the CRM. Source: WH-15. */
export const assignChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/assign",
  gate: "load",
  methods: {
    post: chatStepHandler(desk, ({ caller, nowMs }) => ({
      type: "chat.assign-requested",
      agent: signatureOf(caller),
      nowMs,
    })),
  },
  docs: { post: chatStepDoc("assignChat", "Binds the chat to the card of the client in the CRM.") },
});
