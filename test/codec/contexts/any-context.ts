import type { Arbitrary } from "fast-check";
import fc from "fast-check";
import type { AgentContext } from "../../../machines/agent/agent.machine.ts";
import type { BotConversationContext } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { CallContext } from "../../../machines/call/call.machine.ts";
import type { ChannelContext } from "../../../machines/channel/channel.types.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { AttemptFailure, CallSummary, Cargo } from "../../../machines/tells.ts";
import type { WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import type { ActorKind } from "../../../src/core/ids.ts";

/** Any text, also empty. With "lone surrogates", also unpaired surrogates. */
export type AnyText = Arbitrary<string>;
const lengths = { maxLength: 60 };
export const wholeText: AnyText = fc.oneof(
  fc.string(lengths),
  fc.string({ ...lengths, unit: "binary" }),
  fc.constantFrom("", "\u0000", "ÿ", "😀".repeat(80), "x".repeat(5_000)),
);
const halves = fc.constantFrom("\ud800", "\udfff", "a", "é", "😀", "x".repeat(45), "ы".repeat(130));
export const brokenText: AnyText = fc.array(halves, { maxLength: 6 }).map((parts) => parts.join(""));

const count = fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1_790_000_000_000),
);
const yes = fc.boolean();
const or = <Value>(value: Arbitrary<Value>) => fc.option(value, { nil: null });
const list = <Value>(value: Arbitrary<Value>) => fc.array(value, { maxLength: 4 });

/** Contexts of every machine, with these texts. Brands of ids are ignored, because they are not stored. */
export function anyContext(text: AnyText): { readonly [Kind in ActorKind]: Arbitrary<unknown> } {
  const id = text as Arbitrary<never>;
  const agentId = number as Arbitrary<never>;
  const name = text as Arbitrary<never>;
  const signature = fc.record({ id: agentId, name: text, photo: or(text) });
  const page = fc.record({ url: text, title: or(text) });
  const customData = list(fc.record({ title: or(text), content: or(text), key: or(text), link: or(text) }));
  const session = fc.record({
    ipAddress: text,
    userAgent: text,
    utm: fc.record({ source: text, campaign: text, content: text, medium: text, term: text }),
    geo: fc.record({
      ...{ region_code: text, country: text, country_code: text, region: text, city: text },
      ...{ latitude: text, longitude: text, organization: text },
    }),
  });
  const facts: Arbitrary<ClientFacts> = fc.record({
    ...{
      senderId: text,
      senderIdKind: name,
      number,
      name: or(text),
      phone: or(text),
      email: or(text),
      photo: or(text),
    },
    ...{ description: or(text), url: or(text), pageTitle: or(text), userToken: or(text), session: or(session) },
    ...{ chatsCount: count, isBlacklisted: yes, pageData: customData },
  });
  const proved = fc.record({ id: text, name: or(text), email: or(text), phone: or(text) });
  const client = fc.oneof(
    facts,
    fc.tuple(facts, proved).map(([known, said]): ClientFacts => ({ ...known, proved: said })),
  );
  const call: Arbitrary<CallSummary> = fc.record({
    ...{ id, type: name, phone: text, status: name, agentId: or(agentId), reason: or(text), recordUrl: or(text) },
  });
  const button = fc.record({ text, id: or(text) });
  const chat: Arbitrary<ChatContext> = fc.record({
    ...{
      id,
      channelId: id,
      client,
      agent: or(signature),
      offer: or(fc.record({ kind: name, id: agentId, name: text })),
    },
    ...{ department: or(fc.record({ id: number, name: text })), agentIds: list(agentId), invites: list(text) },
    ...{ isClientTyping: yes, typingAgent: or(signature), lastSeq: count, unread: count },
    ...{ lane: fc.record({ active: or(id), waiting: list(id) }), bot: or(name) },
    buttons: or(fc.record({ messageSeq: count, buttons: list(button) })),
    visit: fc.record(
      {
        ...{ surface: name, firstPage: or(page), call: or(call), rate: or(name), isAccepted: yes },
        crm: or(
          fc.record({
            ...{
              isOfAcceptance: yes,
              customData,
              crmLink: or(text),
              enableAssign: yes,
              isAssigned: yes,
              page: or(page),
            },
          }),
        ),
        ...{ waitingSinceMs: or(number), linesBehind: count, isExpired: fc.constant<true>(true) },
        ...{ seenSeq: fc.integer({ min: 1, max: 1_000 }), hasNote: fc.constant<true>(true) },
        failed: list(fc.record({ deliveryId: id, seq: count, agentId, atMs: number, knownSeq: count })),
      },
      { requiredKeys: visitKeys },
    ),
    ...{ createdAtMs: number, updatedAtMs: number, closedAtMs: or(number) },
  });
  return { chat, delivery: anyDelivery(text), channel: anyChannel(text), ...anyOther(text) };
}
const visitKeys = [
  ...([
    "surface",
    "firstPage",
    "crm",
    "call",
    "rate",
    "isAccepted",
    "waitingSinceMs",
    "linesBehind",
    "failed",
  ] as const),
];

function anyDelivery(text: AnyText): Arbitrary<DeliveryContext> {
  const id = text as Arbitrary<never>;
  const name = text as Arbitrary<never>;
  const agentId = number as Arbitrary<never>;
  const failure: Arbitrary<AttemptFailure> = fc.record(
    { kind: name, code: text, message: text, isHidden: fc.constant<true>(true) },
    { requiredKeys: ["kind", "code", "message"] },
  );
  const texts = { file: text, thumb: text, emoji: text, file_name: text, performer: text, title: text };
  const numbers = { file_size: number, duration: number, width: number, height: number, latitude: number };
  const media = fc.record({ ...texts, ...numbers, longitude: number }, { requiredKeys: [] });
  const button = fc.record({ text, id: or(text) });
  const content = fc.record(
    {
      ...{ type: name, text, media: or(media), fallback: text, cut: number },
      buttons: fc.array(button, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ["type", "text", "media"] },
  );
  const about = { chatId: id, clientNumber: number };
  const sender = fc.record({ name: or(text), url: or(text), hasContacts: yes });
  const event = fc.oneof(
    fc.record({
      ...{ event: fc.constant<"CLIENT_MESSAGE">("CLIENT_MESSAGE"), ...about, sender, agentsOnline: yes, text },
      ...{ buttonId: or(text), atMs: number },
    }),
    fc.record({ event: fc.constantFrom("AGENT_JOINED" as const, "AGENT_UNAVAILABLE" as const), ...about }),
  );
  const mail = { kind: fc.constant<"mail">("mail"), to: list(text) };
  const cargo: Arbitrary<Cargo> = fc.oneof(
    fc.record({
      ...{ kind: fc.constant<"message">("message"), content },
      sender: fc.record({ id: agentId, name: text, photo: or(text) }),
    }),
    fc.record({ kind: fc.constant<"bot_event">("bot_event"), providerId: text, event }),
    fc.record({ kind: fc.constant<"webhook">("webhook"), event: name }),
    fc.record({ ...mail, messagesUpTo: count, closedAtMs: number }, { requiredKeys: ["kind", "to", "messagesUpTo"] }),
    fc.record({ ...mail, answer: fc.record({ number, agentId, subject: text, text }) }),
  );
  const attempt = fc.record({
    ...{ number: count, startedAtMs: number, durationMs: or(number), httpStatus: or(number), failure: or(failure) },
    ...{ address: or(text), answer: or(text), note: or(text) },
  });
  return fc.record({
    ...{ id, chatId: id, channelId: id, messageSeq: count, messageId: or(id), cargo, isInFront: yes },
    recipient: or(fc.record({ senderId: text, senderIdKind: name })),
    ...{ attempts: list(attempt), seriesOffset: count, error: or(failure), cancellation: or(failure) },
    createdAtMs: number,
  });
}

function anyChannel(text: AnyText): Arbitrary<ChannelContext> {
  const id = text as Arbitrary<never>;
  const name = text as Arbitrary<never>;
  const agentIds = list(number as Arbitrary<never>);
  const oauth = or(fc.record({ tokenUrl: text, clientId: text, clientSecret: text }));
  const secrets = { signingSecret: or(text), previousSecret: or(fc.record({ secret: text, untilMs: number })) };
  const bot = fc.record({
    ...{ providerId: text, endpoint: text, token: text, name: or(text), photo: or(text), oauth, ...secrets },
  });
  const hours = fc.record({ days: list(fc.integer({ min: 1, max: 7 })), from: text, to: text });
  const previousSecret = or(fc.record({ secret: text, untilMs: number }));
  const widget = fc.record({
    ...{
      allowedOrigins: list(text),
      safeUrls: list(text),
      contactsForm: yes,
      contactsFirst: yes,
      home: yes,
      suggestions: list(text),
    },
    callback: fc.record({ enabled: yes, balance: number, hours: list(hours), timeZone: text }),
    look: fc.record({
      ...{ color: or(text), position: name, language: or(text), title: or(text), greeting: or(text), sound: yes },
    }),
    identity: or(fc.record({ secret: or(text), previousSecret, jwksUrl: or(text) })),
  });
  const endpoint = fc.record({
    name: text,
    url: text,
    ...secrets,
    events: list(name),
    paused: yes,
    ordered: yes,
    orderedWaitMs: number,
  });
  return fc.record({
    settings: fc.record({
      ...{
        id,
        kind: name,
        name: text,
        random: text,
        webhookUrl: text,
        chunked: yes,
        agentIds,
        enabled: yes,
        isTest: yes,
      },
      ...{ appendPublicId: yes, strictAnswers: yes, hiddenErrorCodes: list(text), agentKeywords: list(text) },
      ...{ acceptTimeoutMs: number, bot: or(bot), chatLogEmails: list(text), widget: or(widget) },
      webhooks: or(fc.record({ url: text, ...secrets, endpoints: list(endpoint) })),
      ...{ ...secrets, incoming: fc.record(secrets), requireSignature: yes },
    }),
    ...{ availableAgentIds: agentIds, declaredBalance: or(number) },
  });
}

function anyOther(text: AnyText) {
  const id = text as Arbitrary<never>;
  const name = text as Arbitrary<never>;
  const agentId = number as Arbitrary<never>;
  const of = { chatId: id, channelId: id };
  const entry = fc.record({ deliveryId: id, event: name });
  const agent: Arbitrary<AgentContext> = fc.record({
    profile: fc.record({
      ...{
        id: agentId,
        name: text,
        email: text,
        phone: or(text),
        photo: or(text),
        departmentIds: list(number),
        role: name,
      },
    }),
    ...{ socketIds: list(text), isAvailable: yes, channelIds: list(id) },
  });
  const bot: Arbitrary<BotConversationContext> = fc.record({
    ...{ ...of, clientNumber: number, providerId: text, hasSent: yes },
    lane: fc.record({ active: or(entry), waiting: list(entry) }),
    offerNotice: or(fc.record({ eventId: id, deliveryId: id, lineId: id })),
    posted: list(fc.record({ id: text, fingerprint: text, atMs: number })),
  });
  const webhooks: Arbitrary<WebhooksContext> = fc.record({
    ...{ ...of, lanes: list(fc.record({ endpoint: text, active: id, waiting: list(entry) })) },
    update: list(fc.record({ endpoint: text, deliveryId: id })),
  });
  const call: Arbitrary<CallContext> = fc.record({
    ...{ id, ...of, callType: name, phone: text, status: name, connectedId: or(agentId), chosenId: or(agentId) },
    rung: or(fc.record({ id: agentId, name: text, phone: text })),
    ...{ reason: or(text), recordUrl: or(text), createdAtMs: number },
  });
  return { agent, bot, webhooks, call };
}
