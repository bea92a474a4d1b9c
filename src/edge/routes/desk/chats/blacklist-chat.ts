import { blacklistRequestSchema, parseBlacklistRequest } from "../../../../codec/desk/desk-request.ts";
import { ok } from "../../../../core/result.ts";
import { newMessageId } from "../../../../domain/bot/bot-notice.ts";
import type { Route } from "../../../server/router.ts";
import { signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { bodyStepHandler } from "./chat-step.ts";

/** `POST /api/chats/{id}/blacklist {value}`: puts the client on the blacklist, or takes the client off. Source: WH-20. */
export const blacklistChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/blacklist",
  gate: "load",
  methods: {
    post: bodyStepHandler(desk, {
      parse: parseBlacklistRequest,
      toEvent: ({ value: isBlacklisted }, { caller, nowMs }) =>
        ok({
          type: "chat.blacklist-requested",
          agent: signatureOf(caller),
          isBlacklisted,
          messageId: newMessageId(),
          nowMs,
        }),
    }),
  },
  docs: {
    post: chatStepDoc(
      "blacklistChat",
      "Puts the client on the blacklist, or takes the client off. Messages of a client on the blacklist are stored, but no agent gets them.",
      blacklistRequestSchema,
    ),
  },
});
