import { chatMachine } from "../../../machines/chat/chat.machine.ts";
import type { ChatContext, ChatEffect, ChatEvent } from "../../../machines/chat/chat.types.ts";
import { defineActor } from "../../actors/actor-definition.ts";
import { chatForm } from "../../codec/contexts/chat-form.ts";
import { readClient, writeClient } from "../client/kept-client.ts";
import { withStanding } from "../client/visitor-record.ts";
import { reportsOf } from "../host.ts";
import { release } from "../release.ts";
import { chatHistory } from "./chat-history.ts";
import { failedChats, listChat } from "./chat-lists.ts";
import { keepMessage, keepWarnings, publishChat } from "./keep-message.ts";

/** One chat of one client. It is created for the first event of a client without an open one: `client/find-open-chat.ts`. */
export const chatActor = defineActor<ChatContext, ChatEvent, ChatEffect>({
  kind: "chat",
  machine: chatMachine,
  form: chatForm,
  birthEvent: null,
  isAtRest: (state) => state === "closed",
  list: listChat,
  marked: failedChats,
  complete: (event, conversation, rows) =>
    event.type === "chat.reopen-requested" ? withStanding(conversation, event, rows) : event,
  keep: {
    "effect.chat.publish": (_effect, step) => publishChat(step),
    "effect.client.store": ({ client, openChatId }, step) => {
      const { channelId } = step.context;
      // The change follows from the row before.
      const row = readClient(step.conversation, step.rows);
      writeClient(step.conversation, { ...row, channelId, client, openChatId }, step);
    },
    "effect.message.store": keepMessage,
    "effect.report.make": ({ report, nowMs }, step) => {
      for (const tell of reportsOf(step).make(report, step.context, nowMs)) step.tell(tell);
    },
    "effect.typing.publish": release,
    "effect.typing.send": release,
    "effect.warnings.store": keepWarnings,
  },
  history: chatHistory,
});
