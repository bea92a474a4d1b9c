import type { Route } from "../../router.ts";
import { chatStepHandler } from "./chat-step.ts";
import type { DeskParts } from "./desk-parts.ts";

/** `POST /api/chats/{id}/accept`: the chat is the caller's; 409 naming who has it otherwise. */
export const acceptChatRoute = (desk: DeskParts): Route => ({
  pattern: "/api/chats/:id/accept",
  gate: "load",
  methods: { post: chatStepHandler(desk, (agent, nowMs) => ({ type: "chat.accept-requested", agent, nowMs })) },
});
