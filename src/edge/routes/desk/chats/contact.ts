import { contactRequestSchema, parseContactRequest } from "../../../../codec/desk/desk-request.ts";
import { ok } from "../../../../core/result.ts";
import type { Route } from "../../../server/router.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { bodyStepHandler } from "./chat-step.ts";

/** `PATCH /api/chats/{id}/contact`: corrects the data of the client; a blank value deletes the stored value. */
export const contactRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/contact",
  gate: "load",
  methods: {
    patch: bodyStepHandler(desk, {
      parse: parseContactRequest,
      toEvent: (change, { nowMs }) => ok({ type: "chat.contact-change-requested", change, nowMs }),
    }),
  },
  docs: { patch: chatStepDoc("changeContact", "Changes the contact data of the client.", contactRequestSchema) },
});
