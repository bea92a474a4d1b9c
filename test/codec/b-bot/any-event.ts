import fc from "fast-check";
import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { CallReport, TransferTarget } from "../../../machines/tells.ts";
import type { EventFacts } from "../../../src/codec/c-webhook/webhook-event.ts";
import { asAgentId, asChannelId, asChatId } from "../../../src/core/ids.ts";

/** Any UTF-16 text, including unpaired surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom('"', "\\", "chat", ":", "{", "[", "]", "}", ",", "messages", "\ud83d", "\ude00") }),
);
const anyTexts = <Key extends string>(...keys: readonly Key[]): fc.Arbitrary<Record<Key, string>> =>
  fc
    .tuple(...keys.map((key) => anyText.map((text) => [key, text] as const)))
    .map((entries) => Object.fromEntries(entries) as Record<Key, string>);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const anyAgent: fc.Arbitrary<AgentProfile> = fc.record({
  id: anyId.map(asAgentId),
  name: anyText,
  email: anyText,
  phone: orNull(anyText),
  photo: orNull(anyText),
  departmentIds: fc.constant([]),
  role: fc.constantFrom("agent", "admin"),
});
const anySession = fc.record({
  ipAddress: anyText,
  userAgent: anyText,
  utm: anyTexts("term", "content", "source", "medium", "campaign", "id"),
  geo: anyTexts(
    "organization",
    "region_code",
    "country",
    "country_code",
    "region",
    "city",
    "latitude",
    "longitude",
    "postcode",
  ),
});
const anyClient: fc.Arbitrary<ClientFacts> = fc.record({
  senderId: anyText,
  senderIdKind: fc.constantFrom("string", "integer"),
  number: anyId,
  name: orNull(anyText),
  phone: orNull(anyText),
  email: orNull(anyText),
  photo: orNull(anyText),
  description: orNull(anyText),
  url: orNull(anyText),
  pageTitle: orNull(anyText),
  userToken: orNull(anyText),
  session: orNull(anySession),
  chatsCount: fc.nat(),
  isBlacklisted: fc.boolean(),
  pageData: fc.constant([]),
});
const anyCall: fc.Arbitrary<CallReport> = fc.record({
  type: fc.constantFrom("callback", "incoming", "outgoing"),
  phone: anyText,
  status: fc.constantFrom("start", "agent_connected", "client_connected", "end", "error"),
  reason: orNull(anyText),
  recordUrl: orNull(anyText),
});
const common = {
  channelId: anyText.map(asChannelId),
  client: anyClient,
  page: orNull(fc.record({ url: anyText, title: orNull(anyText) })),
};
const ofChat = {
  ...common,
  chatId: anyId.map((id) => asChatId(String(id))),
  department: orNull(fc.record({ id: anyId, name: anyText })),
};
const at = { ...ofChat, atMs: fc.nat() };
const sent = { agent: orNull(anyAgent), messageId: anyText, attempts: fc.nat() };
const anyFailure = fc.record({ code: anyText, message: anyText });
const anyTarget: fc.Arbitrary<TransferTarget> = fc.record({
  kind: fc.constantFrom("agent", "department"),
  id: anyId,
  name: anyText,
});
export const anyFacts: fc.Arbitrary<EventFacts> = fc.oneof(
  fc.record({ ...ofChat, event: fc.constantFrom("chat_accepted", "chat_updated"), agent: anyAgent }),
  fc.record({ ...ofChat, event: fc.constant("chat_assigned"), agent: anyAgent, assignTo: anyText }),
  fc.record({ ...ofChat, event: fc.constant("call_event"), agent: orNull(anyAgent), call: anyCall }),
  fc.record({
    ...ofChat,
    event: fc.constant("chat_finished"),
    agents: fc.array(anyAgent, { minLength: 1, maxLength: 3 }),
    rate: fc.constantFrom("positive", "negative", null),
    messagesUpTo: fc.nat(),
  }),
  fc.record({ ...common, event: fc.constant("offline_message"), messageId: anyText, text: anyText }),
  fc.record({ ...ofChat, event: fc.constant("chat_started") }),
  fc.record({ ...at, event: fc.constant("chat_reopened"), agent: anyAgent }),
  fc.record({ ...at, event: fc.constant("chat_transferred"), agent: anyAgent, to: anyTarget }),
  fc.record({
    ...{ ...at, event: fc.constant("chat_rated"), comment: orNull(anyText) },
    rate: fc.constantFrom("positive", "negative"),
  }),
  fc.record({ ...at, event: fc.constant("bot_failed"), failure: anyFailure }),
  fc.record({ ...at, ...sent, event: fc.constant("message_delivered") }),
  fc.record({ ...at, ...sent, event: fc.constant("message_failed"), failure: anyFailure }),
);
export const anyMessages: fc.Arbitrary<readonly Partial<ChatMessage>[]> = fc.array(
  fc.oneof(
    fc.record({
      atMs: fc.nat(),
      content: fc.record({ type: fc.constant("text"), text: anyText, media: fc.constant(null) }),
    }),
    fc.record({ from: fc.constant("agent"), agentId: anyId.map(asAgentId), isBlacklisted: fc.constant(true) }),
    fc.record({ from: fc.constantFrom("bot", "system", "client"), isHidden: fc.constantFrom(true, undefined) }),
  ) as fc.Arbitrary<Partial<ChatMessage>>,
  { maxLength: 4 },
);
