import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { chatStepHandler } from "./chat-step.ts";

/** `POST /api/chats/{id}/close`: the client's next message opens a new chat. Source: CH-23. */
export const closeChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/close",
  gate: "load",
  methods: {
    post: chatStepHandler(desk, ({ caller, nowMs }) => ({
      type: "chat.close-requested",
      agent: signatureOf(caller),
      nowMs,
    })),
  },
  docs: { post: chatStepDoc("closeChat", "Closes the chat. The next message of the client opens a new chat.") },
});
