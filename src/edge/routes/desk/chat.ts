import { toDeskChat } from "../../../codec/desk.ts";
import type { Route } from "../../router.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { findVisibleChat } from "./visible-chat.ts";

/** `GET /api/chats/{id}`. */
export const chatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id",
  methods: {
    get(exchange, [idText = ""]) {
      const caller = findCaller(desk, exchange);
      const found = caller && findVisibleChat(desk, exchange, caller, idText);
      if (!found) return;
      const { context, state } = found.view;
      exchange.answer(200, { body: JSON.stringify({ chat: toDeskChat(context, state) }) });
    },
  },
});
