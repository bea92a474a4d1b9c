import type { Route } from "../../router.ts";
import { chatStepHandler } from "./chat-step.ts";
import type { DeskParts } from "./desk-parts.ts";

/** `POST /api/chats/{id}/close`: the client's next message opens a new chat. Source: CH-23. */
export const closeChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/close",
  gate: "load",
  methods: { post: chatStepHandler(desk, (agent, nowMs) => ({ type: "chat.close-requested", agent, nowMs })) },
});
