import { parseTypingRequest, typingRequestSchema } from "../../../../codec/desk/desk-request.ts";
import { ok } from "../../../../core/result.ts";
import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { bodyStepHandler } from "./chat-step.ts";

/** `POST /api/chats/{id}/typing {type}`: the chat's agent started or stopped typing, or is still typing. Source: CH-49. */
export const typingRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/typing",
  gate: "load",
  methods: {
    post: bodyStepHandler(desk, {
      parse: parseTypingRequest,
      toEvent: ({ type: state }, { caller, nowMs }) =>
        ok({ type: "chat.typing-requested", agent: signatureOf(caller), state, nowMs, typedAtMs: nowMs }),
    }),
  },
  docs: { post: chatStepDoc("typeInChat", "Reports that the agent types, or has stopped.", typingRequestSchema) },
});
