import { callRequestSchema, parseCallRequest } from "../../../../codec/call/call-request.ts";
import { showChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { Route } from "../../../server/router.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { readBody } from "../request/read-body.ts";
import { chatStepDoc } from "./chat-doc.ts";
import { lookUpChat, noSuchChat } from "./visible-chat.ts";

/** `POST /api/chats/{id}/call {phone?}`: the gateway rings the caller, then the client. Source: CALL-06. */
export const callChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/call",
  gate: "load",
  methods: {
    async post(exchange, [idText = ""]) {
      const caller = findCaller(desk, exchange);
      if (caller === null) return;
      const [found, body] = await Promise.all([lookUpChat(desk, caller, idText), readBody(exchange, desk.limits)]);
      if (found === null) return exchange.answerFailure(noSuchChat);
      const { client } = found.view.context;
      const phone = body.ok ? parseCallRequest(body.value, desk.limits, client.phone) : body;
      if (!phone.ok) return exchange.answerFailure(phone.failure);
      const called = await desk.calls.requestOutgoing(found.view, caller.profile, phone.value, exchange.requestId);
      if (!called.ok) return exchange.answerFailure(called.failure);
      const chat = await showChat(desk.store.durable, called.value, desk.limits);
      exchange.answer(200, { body: JSON.stringify({ chat }) });
    },
  },
  docs: { post: chatStepDoc("callClient", "Calls the client.", callRequestSchema) },
});
