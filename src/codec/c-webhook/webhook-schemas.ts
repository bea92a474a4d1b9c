import type { Static } from "typebox";
import Type from "typebox";
import type { WebhookEventName } from "../../../machines/tells.ts";
import { nullable, strict } from "../desk/desk-schemas.ts";

/**
 * The bodies of the events. `webhook-event.ts` builds values of these types, and `/openapi.json` shows the schemas. Every key
 * is always present unless it is optional here, and there are no other keys. Source: WH-02 to WH-13, WH-20 to WH-23, CALL-01,
 * CALL-03, AUTH-13, VER-04.
 */

const text = (description: string) => Type.String({ description });
const orEmpty = (description: string) => text(`${description}; "" where it is not known.`);
const component = ($id: string, description: string) => ({ ...strict, $id, description });

const visitor = Type.Object(
  {
    name: orEmpty("Name"),
    email: orEmpty("E-mail address"),
    phone: orEmpty("Phone number"),
    number: text("The number of the visitor, from 1."),
    description: orEmpty("What agents have written about the visitor"),
    social: Type.Object({}, { ...strict, description: "Always empty." }),
    chats_count: Type.Integer({ minimum: 0, description: "How many chats the visitor has had, with this chat." }),
    // Source: WJ-47.
    proved_id: Type.Optional(text("The id that a token of the web site proved; absent when nothing was proved.")),
  },
  component("WebhookVisitor", "The visitor at the time of the event."),
);

const agent = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: "The id of the agent." }),
    name: text("The name of the agent."),
    email: text("The e-mail address of the agent."),
    phone: orEmpty("Phone number"),
  },
  component("WebhookAgent", "An agent."),
);

const department = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: "The id of the department." }),
    name: text("The name of the department."),
  },
  component(
    "WebhookDepartment",
    "The department that the chat was given to, else the department of the agent. It is absent without a department.",
  ),
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
    organization: orEmpty("Organization that owns the address"),
  },
  { ...strict, description: "The place of the IP address." },
);

const utm = Type.Object(
  {
    source: orEmpty("utm_source"),
    campaign: orEmpty("utm_campaign"),
    content: orEmpty("utm_content"),
    medium: orEmpty("utm_medium"),
    term: orEmpty("utm_term"),
  },
  { ...strict, description: "The `utm_*` parameters of the address that the visitor opened." },
);

const session = Type.Object(
  {
    geoip,
    utm: Type.String({
      deprecated: true,
      description: "The content of `utm_json` as `key=value` pairs, joined by `|`.",
    }),
    utm_json: utm,
    ip_addr: orEmpty("IP address of the browser"),
    user_agent: orEmpty("User-Agent of the browser"),
  },
  component("WebhookSession", "The visit. All texts are empty for customers of the chat API."),
);

const page = Type.Object(
  { url: orEmpty("Address"), title: orEmpty("Title") },
  component("WebhookPage", "The page that the visitor is on. In `chat_finished` it is the page where the chat began."),
);

const seconds = Type.Integer({ minimum: 0, description: "The time in Unix seconds." });
const said = {
  message: text("The text. For a file, it is the comment, and the URL of the file on its own line."),
  timestamp: seconds,
};
const mark = {
  blacklisted: Type.Optional(
    Type.Literal(true, { description: "The message was written while the visitor was on the blacklist." }),
  ),
};
const logEntry = Type.Union(
  [
    Type.Object({ ...said, type: Type.Literal("visitor", { description: "Who wrote the message." }), ...mark }, strict),
    Type.Object(
      {
        ...said,
        type: Type.Literal("agent", { description: "Who wrote the message." }),
        agent_id: Type.Integer({ minimum: 0, description: "The id of the agent; 0 for a bot." }),
        ...mark,
      },
      strict,
    ),
  ],
  {
    $id: "WebhookLogEntry",
    description:
      "One message of the chat. A message of a bot has the text that the client received: all of it in the widget, the plain text elsewhere.",
  },
);
/** One entry of a chat's log. Source: WH-21 to WH-23. */
export type LogEntry = Static<typeof logEntry>;

const chat = Type.Object(
  {
    messages: Type.Array(logEntry, { description: "The messages in the order of time." }),
    rate: nullable(Type.Enum(["positive", "negative"]), "The last rating of the visitor; null without a rating."),
    blacklisted: Type.Boolean({ description: "Whether the visitor is on the blacklist." }),
  },
  { ...strict, description: "The log of the chat." },
);

const called = {
  type: Type.Enum(["callback", "incoming", "outgoing"], { description: "The kind of the call." }),
  phone: text("The phone number of the client."),
};
const statusMeaning = { description: "The status of the call." };
const call = Type.Union(
  [
    Type.Object(
      { ...called, status: Type.Enum(["start", "agent_connected", "client_connected"], statusMeaning) },
      strict,
    ),
    Type.Object(
      {
        ...called,
        status: Type.Literal("end", statusMeaning),
        record_url: Type.Optional(text("The address of the recording, an mp3 file. It is absent without a recording.")),
      },
      strict,
    ),
    Type.Object(
      { ...called, status: Type.Literal("error", statusMeaning), reason: text("Why the call failed.") },
      strict,
    ),
  ],
  { description: "The call." },
);
/** A call in `call_event`. */
export type CallBody = Static<typeof call>;

const opening = {
  widget_id: text("The public id of the channel."),
  user_token: nullable(Type.String(), "The id that the page has set with `setUserToken`; null without an id."),
  visitor,
};
const closing = { session, page, analytics: Type.Object({}, { ...strict, description: "Always empty." }) };
const chatId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "The number of the chat." });

/** An event of a chat: the fields that all events have, and its own fields. */
const ofChat = <Event extends WebhookEventName, Who extends object, Own extends object>(
  event: Event,
  who: Who,
  own: Own,
) =>
  ({
    event_name: Type.Literal(event, { description: "The name of the event." }),
    chat_id: chatId,
    ...opening,
    ...who,
    department: Type.Optional(department),
    ...own,
    ...closing,
  }) as const;

const callEvent = ofChat(
  "call_event",
  {
    agent: nullable(
      agent,
      "The agent who is on the line, who is being called, or who is called next; null without an agent.",
    ),
  },
  { call },
);
const assigned = { assign_to: text("The `crm_link` from the answer to `chat_accepted`.") };

const left = {
  offline_message_id: text("The id of the message. No other message has this id."),
  message: text("The text of the visitor."),
};
const named = ($id: string) => ({ ...strict, $id });

/** The schemas by event name. The keys have the order in which they are sent. */
export const webhookSchemas = {
  call_event: Type.Object(callEvent, named("CallEvent")),
  chat_accepted: Type.Object(ofChat("chat_accepted", { agent }, {}), named("ChatAccepted")),
  chat_assigned: Type.Object(ofChat("chat_assigned", { agent }, assigned), named("ChatAssigned")),
  chat_finished: Type.Object(
    ofChat(
      "chat_finished",
      {
        agents: Type.Array(agent, {
          minItems: 1,
          description: "All agents who joined the chat, wrote in it or closed it.",
        }),
      },
      { chat },
    ),
    named("ChatFinished"),
  ),
  chat_updated: Type.Object(ofChat("chat_updated", { agent }, {}), named("ChatUpdated")),
  offline_message: Type.Object(
    {
      event_name: Type.Literal("offline_message", { description: "The name of the event." }),
      ...opening,
      ...left,
      ...closing,
    },
    named("OfflineMessage"),
  ),
} as const;

const moment = { timestamp: Type.Integer({ minimum: 0, description: "When it happened, in Unix seconds." }) };
const error = Type.Object(
  { code: text("The code of the failure."), message: text("The failure in one sentence.") },
  { ...strict, description: "Why it failed." },
);
const sender = nullable(agent, "The agent who wrote the message; null for a bot.");
const sentMessage = {
  message_id: text("The id of the message."),
  attempts: Type.Integer({ minimum: 0, description: "How many attempts were made." }),
};
const presence = ["online", "away", "offline"] as const;

/** The schemas of the events that only endpoints get. Source: WH-44. */
const endpointSchemas = {
  agent_presence: Type.Object(
    {
      event_name: Type.Literal("agent_presence", { description: "The name of the event." }),
      agent,
      status: Type.Enum(presence, {
        description:
          "`online`: takes new chats. `away`: has the desk open and takes none. `offline`: has no desk open.",
      }),
      previous_status: Type.Enum(presence, { description: "The status before." }),
      channels: Type.Array(Type.String(), {
        description:
          "The public ids of the channels of the agent. An endpoint of one channel gets only the id of that channel.",
      }),
      ...moment,
      timestamp_ms: Type.Integer({
        description: "The same time in Unix milliseconds. These events have no order: the highest is the latest.",
      }),
    },
    named("AgentPresence"),
  ),
  bot_failed: Type.Object(ofChat("bot_failed", {}, { error, ...moment }), named("BotFailed")),
  chat_rated: Type.Object(
    ofChat(
      "chat_rated",
      {},
      {
        rate: Type.Enum(["positive", "negative"], { description: "The rating of the visitor." }),
        comment: Type.Optional(text("The comment of the visitor. It is absent without a comment.")),
        ...moment,
      },
    ),
    named("ChatRated"),
  ),
  chat_reopened: Type.Object(ofChat("chat_reopened", { agent }, moment), named("ChatReopened")),
  chat_started: Type.Object(ofChat("chat_started", {}, {}), named("ChatStarted")),
  chat_transferred: Type.Object(
    ofChat(
      "chat_transferred",
      { agent },
      {
        to: Type.Object(
          {
            type: Type.Enum(["agent", "department"], { description: "Whether an agent or a department gets it." }),
            id: Type.Integer({ minimum: 1, description: "The id of the agent or the department." }),
            name: text("The name of the agent or the department."),
          },
          { ...strict, description: "Who gets the chat." },
        ),
        ...moment,
      },
    ),
    named("ChatTransferred"),
  ),
  message_created: Type.Object(
    ofChat("message_created", {}, { message_id: text("The id of the message."), message: logEntry }),
    named("MessageCreated"),
  ),
  message_delivered: Type.Object(
    ofChat("message_delivered", { agent: sender }, { ...sentMessage, ...moment }),
    named("MessageDelivered"),
  ),
  message_failed: Type.Object(
    ofChat("message_failed", { agent: sender }, { ...sentMessage, error, ...moment }),
    named("MessageFailed"),
  ),
} as const;

export const everyWebhookSchema = { ...webhookSchemas, ...endpointSchemas } as const;

export type WebhookBodyOf<Event extends WebhookEventName> = Static<(typeof everyWebhookSchema)[Event]>;
