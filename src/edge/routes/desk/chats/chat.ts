import { chatAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { showChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { findVisibleChat } from "./visible-chat.ts";

/** `GET /api/chats/{id}`. */
export const chatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id",
  methods: {
    async get(exchange, [idText = ""]) {
      const caller = findCaller(desk, exchange);
      const found = caller && (await findVisibleChat(desk, exchange, caller, idText, desk.store.durable));
      if (!found) return;
      const chat = await showChat(desk.store.durable, found.view, desk.limits);
      exchange.answer(200, { body: JSON.stringify({ chat }) });
    },
  },
  docs: {
    get: {
      id: "readChat",
      summary: "Returns one chat.",
      tag: "Chats",
      access: "agent",
      answer: { status: 200, description: "The chat.", schema: chatAnswer },
      failures: ["not_found"],
    },
  },
});
