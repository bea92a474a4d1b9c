import type { deskFrameSchemas } from "../../codec/desk/desk-frame.ts";
import type { deskFramesSent } from "../../codec/desk/desk-frames-sent.ts";
import { agentExample, callExample, chatExample, leftMessageExample, messageExample } from "./desk-examples.ts";
import type { FrameDocs } from "./frame-doc.ts";

export const deskReceived: FrameDocs<typeof deskFrameSchemas> = {
  hello: {
    summary: "Opens the conversation: names the session, and the cursor that the desk saw last.",
    when: "The first frame, within 10 seconds after the socket opens.",
    example: { type: "hello", token: "the-token-that-the-login-answered", available: true, since: 41 },
  },
  available: {
    summary: "Sets whether the agent takes new chats.",
    when: "When the agent uses the switch.",
    example: { type: "available", value: false },
  },
  beat: {
    summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
    when: "At any time after `hello`.",
    example: { type: "beat" },
  },
};

export const deskSent: FrameDocs<typeof deskFramesSent> = {
  ready: {
    summary: "Answers `hello` with the agent and a cursor.",
    when: "After a `hello` with a live session. The frames that follow are newer than the cursor.",
    example: { type: "ready", agent: agentExample, cursor: 41 },
  },
  resync: {
    summary: "Asks the desk to read all its data again.",
    when: "After a `hello` whose cursor is too old.",
    example: { type: "resync" },
  },
  chat: {
    summary: "Carries a chat in its new state.",
    when: "Each time a chat changes that the agent can see.",
    example: { type: "chat", cursor: 42, chat: chatExample },
  },
  chat_gone: {
    summary: "Reports that a chat is no longer stored.",
    when: "When the data of the client are erased, or the time limit of the chat is over.",
    example: { type: "chat_gone", cursor: 43, chatId: "17" },
  },
  message: {
    summary: "Carries a new message, or a message whose delivery has a new state.",
    when: "When a message is stored. It is sent again with the same `seq` when the state of its delivery changes.",
    example: { type: "message", cursor: 44, chatId: "17", message: messageExample },
  },
  available: {
    summary: "Answers `available`: the service has stored the switch.",
    when: "After an `available` frame, when every channel of the agent has the new value.",
    example: { type: "available", value: false },
  },
  beat: {
    summary: "Answers `beat`: the desk has received all earlier frames.",
    when: "After each `beat`.",
    example: { type: "beat" },
  },
  surroundings: {
    summary: "Reports that the answer of `GET /api/session` has changed.",
    when: "When the agents, channels or departments around the agent change. The frame has no cursor.",
    example: { type: "surroundings" },
  },
  call: {
    summary: "Carries a call in its new state.",
    when: "When the state of a call changes. The frame has no cursor, because the frame of the chat has the call too.",
    example: { type: "call", chatId: "17", channelId: "SHOPWIDGET", call: callExample },
  },
  offline_message: {
    summary: "Carries a message that a visitor left through the offline form.",
    when: "When the message is stored or changes. The frame has no cursor, because `GET /api/offline-messages` lists the message.",
    example: { type: "offline_message", offlineMessage: leftMessageExample },
  },
  failures: {
    summary: "Reports that the answer of `GET /api/failures` has changed.",
    when: "When an event or a mail fails, or an administrator has seen a failure. Only administrators receive the frame. It has no cursor.",
    example: { type: "failures" },
  },
  typing: {
    summary: "Reports that the client types, or has stopped.",
    when: "When the client starts or stops typing. The frame has no cursor, because an old notice has no use.",
    example: { type: "typing", chatId: "17", state: "typein" },
  },
};
