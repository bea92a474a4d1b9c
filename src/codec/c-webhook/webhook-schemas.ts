import type { Static } from "typebox";
import Type from "typebox";
import type { WebhookEventName } from "../../../machines/webhooks/webhooks.types.ts";
import { nullable, strict } from "../desk/desk-schemas.ts";

/**
 * The bodies of the six events: what `webhook-event.ts` makes has these types, and `/openapi.json` shows them. Every key is always
 * there unless it is optional here, and no other is. Source: WH-02 to WH-13, WH-20 to WH-23, CALL-01, CALL-03, AUTH-13, VER-04.
 */

const text = (description: string) => Type.String({ description });
const orEmpty = (description: string) => text(`${description}; "" where it is not known.`);
const component = ($id: string, description: string) => ({ ...strict, $id, description });

const visitor = Type.Object(
  {
    name: orEmpty("Name"),
    email: orEmpty("E-mail address"),
    phone: orEmpty("Phone number"),
    number: text("The visitor's number, from 1."),
    description: orEmpty("What agents wrote about the visitor"),
    social: Type.Object({}, { ...strict, description: "Always empty." }),
    chats_count: Type.Integer({ minimum: 0, description: "The visitor's chats, the present one included." }),
  },
  component("WebhookVisitor", "Who visits, as of the event."),
);

const agent = Type.Object(
  { id: Type.Integer({ minimum: 1 }), name: Type.String(), email: Type.String(), phone: orEmpty("Phone number") },
  component("WebhookAgent", "An agent."),
);

const department = Type.Object(
  { id: Type.Integer({ minimum: 1 }), name: Type.String() },
  component("WebhookDepartment", "The department the chat was given to, else the agent's; absent without one."),
);

const geoip = Type.Object(
  {
    region_code: orEmpty("Code of the region"),
    country: orEmpty("Country"),
    country_code: orEmpty("ISO 3166-1 code of the country"),
    region: orEmpty("Region"),
    city: orEmpty("City"),
    latitude: orEmpty("Degrees north"),
    longitude: orEmpty("Degrees east"),
    organization: orEmpty("Whose address it is"),
  },
  { ...strict, description: "Where the address is." },
);

const utm = Type.Object(
  {
    source: orEmpty("utm_source"),
    campaign: orEmpty("utm_campaign"),
    content: orEmpty("utm_content"),
    medium: orEmpty("utm_medium"),
    term: orEmpty("utm_term"),
  },
  { ...strict, description: "The parameters of the address the visitor came to." },
);

const session = Type.Object(
  {
    geoip,
    utm: Type.String({ deprecated: true, description: "The same as utm_json: key=value pairs joined by |." }),
    utm_json: utm,
    ip_addr: orEmpty("Address of the browser"),
    user_agent: orEmpty("User-Agent of the browser"),
  },
  component("WebhookSession", "The visit. All of it is empty for customers of the chat API."),
);

const page = Type.Object(
  { url: orEmpty("Address"), title: orEmpty("Title") },
  component("WebhookPage", "The page the visitor is on; in chat_finished the one where the chat began."),
);

const seconds = Type.Integer({ minimum: 0, description: "Unix seconds." });
const said = { message: text("Text; of a file, the comment and its URL on a line of its own."), timestamp: seconds };
const mark = { blacklisted: Type.Optional(Type.Literal(true, { description: "Written while on the blacklist." })) };
const logEntry = Type.Union(
  [
    Type.Object({ ...said, type: Type.Literal("visitor"), ...mark }, strict),
    Type.Object(
      {
        ...said,
        type: Type.Literal("agent"),
        agent_id: Type.Integer({ minimum: 0, description: "0 for a bot, which no agent has." }),
        ...mark,
      },
      strict,
    ),
  ],
  {
    $id: "WebhookLogEntry",
    description:
      "What one side said to the other: of a bot's message what the client got, in the widget all of it, elsewhere its plain text.",
  },
);
/** One entry of a chat's log. Source: WH-21 to WH-23. */
export type LogEntry = Static<typeof logEntry>;

const chat = Type.Object(
  {
    messages: Type.Array(logEntry, { description: "In order of time." }),
    rate: nullable(Type.Enum(["positive", "negative"]), "The visitor's last choice; null without one."),
    blacklisted: Type.Boolean({ description: "The visitor is on the blacklist." }),
  },
  strict,
);

const called = { type: Type.Enum(["callback", "incoming", "outgoing"]), phone: Type.String() };
const call = Type.Union([
  Type.Object({ ...called, status: Type.Enum(["start", "agent_connected", "client_connected"]) }, strict),
  Type.Object(
    {
      ...called,
      status: Type.Literal("end"),
      record_url: Type.Optional(text("The recording, an mp3; absent without one.")),
    },
    strict,
  ),
  Type.Object({ ...called, status: Type.Literal("error"), reason: text("Why the call failed.") }, strict),
]);
/** What `call_event` tells of a call. */
export type CallBody = Static<typeof call>;

const opening = {
  widget_id: text("The channel's public id."),
  user_token: nullable(text("Set by setUserToken.")),
  visitor,
};
const closing = { session, page, analytics: Type.Object({}, { ...strict, description: "Always empty." }) };
const chatId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "The chat's number." });

/** An event of a chat: beside what all tell, what it alone tells. */
const ofChat = <Event extends WebhookEventName, Who extends object, Own extends object>(
  event: Event,
  who: Who,
  own: Own,
) =>
  ({
    event_name: Type.Literal(event),
    chat_id: chatId,
    ...opening,
    ...who,
    department: Type.Optional(department),
    ...own,
    ...closing,
  }) as const;

const callEvent = ofChat(
  "call_event",
  { agent: nullable(agent, "On the line, or rung, or next to be; null when there is none.") },
  { call },
);
const assigned = { assign_to: text("The crm_link that the answer to chat_accepted gave.") };

const left = {
  offline_message_id: text("Unlike that of any other."),
  message: text("What the visitor wrote."),
};
const named = ($id: string) => ({ ...strict, $id });

/** By their names, keys in the order in which they are sent. */
export const webhookSchemas = {
  call_event: Type.Object(callEvent, named("CallEvent")),
  chat_accepted: Type.Object(ofChat("chat_accepted", { agent }, {}), named("ChatAccepted")),
  chat_assigned: Type.Object(ofChat("chat_assigned", { agent }, assigned), named("ChatAssigned")),
  chat_finished: Type.Object(
    ofChat("chat_finished", { agents: Type.Array(agent, { minItems: 1 }) }, { chat }),
    named("ChatFinished"),
  ),
  chat_updated: Type.Object(ofChat("chat_updated", { agent }, {}), named("ChatUpdated")),
  offline_message: Type.Object(
    { event_name: Type.Literal("offline_message"), ...opening, ...left, ...closing },
    named("OfflineMessage"),
  ),
} as const;

export type WebhookBodyOf<Event extends WebhookEventName> = Static<(typeof webhookSchemas)[Event]>;
