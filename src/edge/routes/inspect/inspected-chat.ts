import { inspectedChatAnswer } from "../../../codec/inspect/inspect-schemas.ts";
import type { Handler, Route } from "../../server/router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { answerInspected } from "./inspect-answer.ts";
import type { InspectParts } from "./inspect-parts.ts";

/** `GET /api/inspect/chats/{id}`: a chat with all its actors, and all their steps in the order in which they happened. */
export const inspectedChatRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/chats/:id",
  methods: { get: getChat(inspect) },
  docs: {
    get: {
      id: "inspectChat",
      summary:
        "Returns a chat with its bot conversation, webhooks, calls and deliveries, and all their steps in order.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The chat, of more the newest.", schema: inspectedChatAnswer },
      failures: ["not_found"],
    },
  },
});

const getChat =
  ({ inspector, ...desk }: InspectParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(desk, exchange) === null) return;
    answerInspected(exchange, "chat", await inspector.readChat(id), "chat");
  };
