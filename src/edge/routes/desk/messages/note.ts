import { randomUUID } from "node:crypto";
import { noteAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { noteRequestSchema, parseNoteRequest } from "../../../../codec/desk/desk-request.ts";
import { asMessageId } from "../../../../core/ids.ts";
import { ok } from "../../../../core/result.ts";
import type { Route } from "../../../server/router.ts";
import { chatStepDoc } from "../chats/chat-doc.ts";
import { bodyStepHandler } from "../chats/chat-step.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

/**
 * `POST /api/chats/{id}/note {text}`: a note that only agents read; never sent to the customer. Answered 200 `{chat, message}`.
 */
export const noteRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/note",
  gate: "load",
  methods: {
    post: bodyStepHandler(desk, {
      parse: parseNoteRequest,
      toEvent: (text, { caller, nowMs }) => {
        const message = { id: asMessageId(randomUUID()), text };
        return ok({ type: "chat.note-requested", agent: signatureOf(caller), message, nowMs });
      },
      refuse: ({ profile }) => desk.agentQuotas.takeNote(profile.id),
      idempotentAs: "note",
      showsMessage: true,
    }),
  },
  docs: {
    post: {
      ...chatStepDoc("writeNote", "Writes a note that only agents see.", noteRequestSchema),
      isIdempotent: true,
      answer: { status: 200, description: "The chat, and the note in it.", schema: noteAnswer },
    },
  },
});
