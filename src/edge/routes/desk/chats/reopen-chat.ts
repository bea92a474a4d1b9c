import { newBotNotice, newMessageId } from "../../../../domain/bot/bot-notice.ts";
import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { chatStepHandler } from "./chat-step.ts";

/**
 * `POST /api/chats/{id}/reopen`: gives a chat that was closed by mistake to the caller. 409 with the reason if it is too late, or
 * if its client has started another chat.
 */
export const reopenChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/reopen",
  gate: "load",
  methods: {
    post: chatStepHandler(desk, ({ caller, view, nowMs }) => ({
      type: "chat.reopen-requested",
      agent: signatureOf(caller),
      nowMs,
      notice: newBotNotice(nowMs),
      messageId: newMessageId(),
      windowMs: desk.limits.reopenWindowMs,
      isChannelOpen: desk.runtime.directory.find(view.context.channelId)?.settings.enabled === true,
    })),
  },
  docs: {
    post: chatStepDoc(
      "reopenChat",
      "Reopens a closed chat for the caller. This works for 10 minutes after the end, unless the limit `reopenWindowMs` is different.",
    ),
  },
});
