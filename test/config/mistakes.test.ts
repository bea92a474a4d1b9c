import { resolve } from "node:path";
import t from "tap";
import { smtpUrlForm } from "../../src/codec/mail/smtp-url.ts";
import { fileSchemaWithoutChannels } from "../../src/config/config-schema.ts";
import { limitsSchema } from "../../src/config/limits-schema.ts";
import { configOf, linesOf, loadText } from "./load.ts";

const passwordForm = "a password of 10 to 1024 characters that is not among the most common";
const agent = { id: 1, name: "Kim", email: "kim@example.com", password: "s3cret-password" };
const channel = {
  id: "MOBILEAPP1",
  kind: "api",
  name: "Mobile app",
  random: "s3cret-random-0123456789",
  webhookUrl: "https://shop.example.com/chat",
};
const widget = { id: "WEBSITE01", kind: "widget", name: "Web site" };
const bot = { provider: "acme", endpoint: "https://bot.example.com/", token: "s3cret-token" };
const oauth = { tokenUrl: "http://bot.example.com/token", clientId: "c", clientSecret: "s3cret" };
const endpoint = { name: "bi", url: "https://bi.example.com/in" };
const channelIds = "8 to 32 characters of A-Z, a-z and 0-9";

/** The rows below have mistakes in a file, and the lines that people read about them. */
const keysOf = ({ properties }: { properties: object }): string => Object.keys(properties).join(", ");
const mistakes: readonly { readonly name: string; readonly file: unknown; readonly lines: readonly string[] }[] = [
  {
    name: "[AUTH-16] API keys",
    file: {
      agents: [{ id: 1, name: "Kim", email: "kim@example.com" }],
      apiKeys: [
        { name: "a", key: "s3cret", agent: 1, scopes: ["chats:read"] },
        { name: "b", key: `pk_${"k".repeat(32)}`, agent: 1, scopes: ["chats:read"] },
        {
          name: "a",
          key: `pk_${"k".repeat(32)}`,
          agent: 2,
          scopes: ["inspect"],
          channels: ["NOBODY"],
          expires: "2030-02-30",
        },
      ],
    },
    lines: [
      "apiKeys[0].key: this secret is not allowed; expected pk_ and 32 to 200 characters of A-Z, a-z, 0-9, _ and -",
      'apiKeys[2].expires: "2030-02-30" is not allowed; expected a date like 2030-12-31',
      'apiKeys[2].name: "a" is not allowed; expected a value that differs from apiKeys[0].name',
      "apiKeys[2].agent: 2 is not allowed; expected an id of agents: 1",
      'apiKeys[2].channels[0]: "NOBODY" is not allowed; expected an id of channels, of which there are none',
      'apiKeys[2].scopes: "inspect" is not allowed; expected for a key of some channels: chats:read, chats:write, deliveries',
      "apiKeys[2].key: this secret is in use; expected a secret that differs from apiKeys[1].key",
    ],
  },
  {
    name: "[AUTH-18] secrets of signatures",
    file: {
      providers: [{ id: "acme", name: "Acme" }],
      channels: [
        { ...channel, signingSecret: "whsec_s3cret!", incomingSecret: "s3cret", requireSignature: "yes" },
        { ...channel, id: "MOBILEAPP2", requireSignature: true },
        { ...channel, id: "MOBILEAPP3", signingSecret: "whsec_c2VjcmV0", incomingSecret: "whsec_c2VjcmV0" },
        { ...widget, bot: { ...bot, signingSecret: "s3cret" }, incomingSecret: "whsec_c2VjcmV0" },
      ],
    },
    lines: [
      ...["signingSecret", "incomingSecret"].map(
        (key) => `channels[0].${key}: this secret is not allowed; expected "whsec_" and base64 of 1 to 256 bytes`,
      ),
      'channels[0].requireSignature: "yes" is not allowed; expected true or false',
      "channels[3].incomingSecret: unknown key; expected one of kind, id, name, enabled, test, agents, agentKeywords, acceptTimeoutMs, bot, webhooks, chatLogEmails, allowedOrigins, safeUrls, callback, look, contactsForm, contactsFirst, home, suggestions, identity",
      'channels[3].bot.signingSecret: this secret is not allowed; expected "whsec_" and base64 of 1 to 256 bytes',
      "channels[1].requireSignature: needs incomingSecret, which is missing; expected incomingSecret in this channel, or false",
      "channels[2].incomingSecret: this secret is in use; expected a secret that differs from channels[2].signingSecret",
    ],
  },
  {
    name: "[WH-43] endpoints of a channel and of all channels",
    file: {
      webhooks: { endpoints: [endpoint, { ...endpoint, events: ["chat_begun"] }, { name: "B I", url: "ftp://a" }] },
      channels: [{ ...channel, webhooks: { endpoints: [endpoint, endpoint, { ...endpoint, name: "c", paused: 1 }] } }],
    },
    lines: [
      'webhooks.endpoints[1].events[0]: "chat_begun" is not allowed; expected one of call_event, chat_accepted, chat_assigned, chat_finished, chat_updated, offline_message, agent_presence, bot_failed, chat_rated, chat_reopened, chat_started, chat_transferred, message_created, message_delivered, message_failed',
      'webhooks.endpoints[2].name: "B I" is not allowed; expected 1 to 32 characters of a-z, 0-9 and -',
      'webhooks.endpoints[2].url: "ftp://a" is not allowed; expected an absolute http or https URL',
      "channels[0].webhooks.endpoints[2].paused: 1 is not allowed; expected true or false",
      'channels[0].webhooks.endpoints[1].name: "bi" is not allowed; expected a value that differs from channels[0].webhooks.endpoints[0].name',
      'webhooks.endpoints[1].name: "bi" is not allowed; expected a value that differs from webhooks.endpoints[0].name',
    ],
  },
  {
    name: "unknown keys at every depth",
    file: { colour: "s3cret", limits: { perHour: 1 }, channels: [{ ...channel, webhook: "s3cret" }] },
    lines: [
      `colour: unknown key; expected one of ${keysOf(fileSchemaWithoutChannels)}`,
      `limits.perHour: unknown key; expected one of ${keysOf(limitsSchema)}`,
      "channels[0].webhook: unknown key; expected one of kind, id, name, enabled, test, agents, agentKeywords, acceptTimeoutMs, bot, webhooks, chatLogEmails, random, webhookUrl, appendPublicId, chunked, strictAnswers, hiddenErrorCodes, signingSecret, incomingSecret, requireSignature",
    ],
  },
  {
    name: "[CH-03] ids and random strings of channels",
    file: {
      channels: [
        { ...channel, id: "SHORT", random: "s3cret-too-short" },
        { ...channel, id: "WITH-DASH-1" },
        { ...channel, id: "A".repeat(33), random: "s3cret with spaces, long enough" },
        { ...channel, id: 12345678 },
      ],
    },
    lines: [
      `channels[0].id: "SHORT" is not allowed; expected ${channelIds}`,
      "channels[0].random: this secret is not allowed; expected 22 to 128 characters of A-Z, a-z, 0-9, _ and -",
      `channels[1].id: "WITH-DASH-1" is not allowed; expected ${channelIds}`,
      `channels[2].id: "${"A".repeat(33)}" is not allowed; expected ${channelIds}`,
      "channels[2].random: this secret is not allowed; expected 22 to 128 characters of A-Z, a-z, 0-9, _ and -",
      `channels[3].id: 12345678 is not allowed; expected ${channelIds}`,
    ],
  },
  {
    name: "missing keys and kinds",
    file: { agents: [{}], channels: [{ kind: "api" }, {}, { kind: "fax" }, 7] },
    lines: [
      "agents[0].id: missing; expected an integer from 1",
      "agents[0].name: missing; expected 1 to 100 characters, not blank",
      "agents[0].email: missing; expected an e-mail address",
      `channels[0].id: missing; expected ${channelIds}`,
      "channels[0].name: missing; expected 1 to 100 characters, not blank",
      "channels[0].webhookUrl: missing; expected an absolute http or https URL",
      'channels[1].kind: missing; expected "api" or "widget"',
      'channels[2].kind: "fax" is not allowed; expected "api" or "widget"',
      "channels[3]: 7 is not allowed; expected an object",
    ],
  },
  {
    name: "names",
    file: { departments: [{ id: 1, name: " " }], channels: [{ ...channel, name: "x".repeat(101) }] },
    lines: [
      'departments[0].name: " " is not allowed; expected 1 to 100 characters, not blank',
      `channels[0].name: "${"x".repeat(100)}…" is not allowed; expected 1 to 100 characters, not blank`,
    ],
  },
  {
    name: "values of the wrong type, secrets unseen",
    file: {
      publicUrl: "https://chat.example.com/path",
      port: "80",
      agents: [{ ...agent, password: ["s3cret"], role: "boss", departments: "1" }],
      channels: [{ ...channel, chunked: "yes", random: { vault: "s3cret" }, acceptTimeoutMs: 1 }],
      telephony: "s3cret",
      smtp: { url: "http://user:s3cret@mail.example.com", from: "a@b" },
      limits: { channelPerSecond: 0, bodyBytesMax: 1.5 },
    },
    lines: [
      'channels[0].random: an object is not allowed; expected text, { "env": "NAME" } or { "file": "path" }',
      'publicUrl: "https://chat.example.com/path" is not allowed; expected an http or https address without a path, like https://chat.example.com',
      'port: "80" is not allowed; expected an integer from 0 to 65535',
      `agents[0].password: this secret is not allowed; expected ${passwordForm}`,
      'agents[0].departments: "1" is not allowed; expected a list of ids',
      'agents[0].role: "boss" is not allowed; expected "admin" or "agent"',
      "telephony: a text is not allowed; expected an object",
      "smtp.url: this secret is not allowed; expected an smtp or smtps URL",
      "limits.channelPerSecond: 0 is not allowed; expected an integer from 1 to 1000000",
      "limits.bodyBytesMax: 1.5 is not allowed; expected an integer from 1 to 16777216",
      "channels[0].acceptTimeoutMs: 1 is not allowed; expected an integer from 1000 to 86400000",
      'channels[0].chunked: "yes" is not allowed; expected true or false',
    ],
  },
  {
    name: "duplicate ids and e-mail addresses",
    file: {
      departments: [
        { id: 1, name: "A" },
        { id: 1, name: "B" },
      ],
      agents: [agent, { ...agent, email: "KIM@example.com" }],
      channels: [channel, channel, { ...channel, id: "mobileapp1" }],
    },
    lines: [
      "departments[1].id: 1 is not allowed; expected a value that differs from departments[0].id",
      "agents[1].id: 1 is not allowed; expected a value that differs from agents[0].id",
      'channels[1].id: "MOBILEAPP1" is not allowed; expected a value that differs from channels[0].id',
      'agents[1].email: "KIM@example.com" is not allowed; expected a value that differs from agents[0].email',
    ],
  },
  {
    name: "ids of nothing",
    file: {
      agents: [{ ...agent, departments: [4] }],
      channels: [{ ...channel, agents: [1, 2], bot }],
      telephony: { gatewayUrl: "https://pbx.example.com", token: "s3cret", channel: "OTHERAPP1" },
    },
    lines: [
      "agents[0].departments[0]: 4 is not allowed; expected an id of departments, of which there are none",
      "channels[0].agents[1]: 2 is not allowed; expected an id of agents: 1",
      'channels[0].bot.provider: "acme" is not allowed; expected an id of providers, of which there are none',
      'telephony.channel: "OTHERAPP1" is not allowed; expected an id of channels: MOBILEAPP1',
    ],
  },
  {
    name: "[BOT-04] bots: what clients see, tokens, a provider and a token that find two channels",
    file: {
      providers: [
        { id: "acme", name: "Acme" },
        { id: "other", name: "Other" },
      ],
      channels: [
        { ...channel, bot },
        { ...channel, id: "MOBILEAPP2", bot: { ...bot, name: " ", photo: "robin.png" } },
        { ...channel, id: "MOBILEAPP3", bot: { ...bot, provider: "other" } },
        { ...channel, id: "MOBILEAPP4", bot: { ...bot, token: "s3cret".repeat(50) } },
        { ...channel, id: "MOBILEAPP5", bot: { ...bot, token: ".." }, agentKeywords: ["human", ""] },
        { ...channel, id: "MOBILEAPP6", bot: { ...bot, token: "half \ud83d" } },
        { ...channel, id: "WEBSITE001", kind: "widget", random: undefined, webhookUrl: undefined, bot },
      ],
    },
    lines: [
      'channels[1].bot.name: " " is not allowed; expected 1 to 100 characters, not blank',
      'channels[1].bot.photo: "robin.png" is not allowed; expected an absolute http or https URL',
      "channels[3].bot.token: this secret is not allowed; expected 1 to 255 characters, not . or ..",
      'channels[4].agentKeywords[1]: "" is not allowed; expected 1 to 100 characters, not blank',
      "channels[4].bot.token: this secret is not allowed; expected 1 to 255 characters, not . or ..",
      "channels[5].bot.token: contains half of a character (an unpaired surrogate); expected complete characters",
      "channels[1].bot.token: this secret, with provider acme, is in use; expected a secret that differs from channels[0].bot.token",
      "channels[6].bot.token: this secret, with provider acme, is in use; expected a secret that differs from channels[0].bot.token",
    ],
  },
  {
    name: "address ranges",
    file: { outbound: { allow: ["10.0.0.0/8", "10.0.0.1", "10/8", "10.0.0.0/33", "fd00::/8"], allowHttp: 1 } },
    lines: [
      'outbound.allow[1]: "10.0.0.1" is not allowed; expected an address range like 10.0.0.0/8 or fd00::/8',
      'outbound.allow[2]: "10/8" is not allowed; expected an address range like 10.0.0.0/8 or fd00::/8',
      'outbound.allow[3]: "10.0.0.0/33" is not allowed; expected an address range like 10.0.0.0/8 or fd00::/8',
      "outbound.allowHttp: 1 is not allowed; expected true or false",
    ],
  },
  {
    name: "signing secrets and the addresses of chat logs",
    file: {
      channels: [
        { ...channel, webhooks: { url: "https://crm.example.com", signingSecret: "s3cret" } },
        { ...channel, id: "MOBILEAPP2", webhooks: { url: "https://crm.example.com", signingSecret: "whsec_s3cret!=" } },
        { ...channel, id: "MOBILEAPP3", webhooks: { url: "https://crm.example.com", signingSecret: "whsec_s3cre" } },
        { ...channel, id: "MOBILEAPP4", webhooks: { signingSecret: "whsec_s3cret" } },
        { ...channel, id: "MOBILEAPP5", webhooks: { url: "crm.example.com" } },
        { ...channel, id: "MOBILEAPP6", webhooks: "whsec_s3cret" },
        { ...channel, id: "MOBILEAPP7", chatLogEmails: ["a@b.example", "a@b@c.example"] },
        { ...channel, id: "MOBILEAPP8", chatLogEmails: ["log@shop.example"] },
        { ...channel, id: "MOBILEAPP9", chatLogEmails: [] },
      ],
    },
    lines: [
      'channels[0].webhooks.signingSecret: this secret is not allowed; expected "whsec_" and base64 of 1 to 256 bytes',
      'channels[1].webhooks.signingSecret: this secret is not allowed; expected "whsec_" and base64 of 1 to 256 bytes',
      'channels[2].webhooks.signingSecret: this secret is not allowed; expected "whsec_" and base64 of 1 to 256 bytes',
      'channels[4].webhooks.url: "crm.example.com" is not allowed; expected an absolute http or https URL',
      "channels[5].webhooks: a text is not allowed; expected an object",
      'channels[6].chatLogEmails[1]: "a@b@c.example" is not allowed; expected an e-mail address',
      "channels[3].webhooks.url: is missing; expected an absolute http or https URL, or endpoints",
      "channels[7].chatLogEmails: needs smtp, which is missing; expected smtp in this file, or no addresses",
    ],
  },
  {
    name: "widgets, their hours and time zones",
    file: {
      channels: [
        {
          ...widget,
          allowedOrigins: ["https://shop.example.com/path"],
          safeUrls: ["not a domain"],
          callback: {
            enabled: 1,
            balance: -1,
            hours: [
              { days: [1, 8], from: "09:00", to: "18:00" },
              { days: [], from: "09:00", to: "18:00" },
              { days: [1], from: "18:00", to: "09:00" },
              { days: [1], from: "9:00", to: "24:01" },
              { days: [2, 2], from: "00:00", to: "24:00" },
            ],
            timeZone: "Mars/Olympus",
          },
        },
        { ...widget, id: "WEBSITE02", webhookUrl: "https://shop.example.com/chat" },
      ],
    },
    lines: [
      'channels[0].allowedOrigins[0]: "https://shop.example.com/path" is not allowed; expected an http or https address without a path, like https://chat.example.com',
      'channels[0].safeUrls[0]: "not a domain" is not allowed; expected an http or https URL or a domain',
      "channels[0].callback.enabled: 1 is not allowed; expected true or false",
      "channels[0].callback.balance: -1 is not allowed; expected a number from 0 to 9007199254740991",
      "channels[0].callback.hours[0].days[1]: 8 is not allowed; expected a day, 1 for Monday to 7 for Sunday",
      "channels[0].callback.hours[1].days: a list is not allowed; expected a list of days, 1 for Monday to 7 for Sunday, each once",
      "channels[0].callback.hours[2]: an object is not allowed; expected an object whose from is before its to",
      'channels[0].callback.hours[3].from: "9:00" is not allowed; expected a time like 09:30',
      'channels[0].callback.hours[3].to: "24:01" is not allowed; expected a time like 09:30',
      "channels[0].callback.hours[4].days: a list is not allowed; expected a list of days, 1 for Monday to 7 for Sunday, each once",
      'channels[0].callback.timeZone: "Mars/Olympus" is not allowed; expected an IANA time zone like Europe/Berlin',
      "channels[1].webhookUrl: unknown key; expected one of kind, id, name, enabled, test, agents, agentKeywords, acceptTimeoutMs, bot, webhooks, chatLogEmails, allowedOrigins, safeUrls, callback, look, contactsForm, contactsFirst, home, suggestions, identity",
    ],
  },
  {
    name: "[WJ-48, WJ-50] what the tokens of visitors are verified with",
    file: {
      channels: [
        { ...widget, identity: { secret: "too short", jwksUrl: "login.example.com", keys: [] } },
        { ...widget, id: "WEBSITE02", identity: { secret: 5, jwksUrl: "https://a:b@login.example.com" } },
        { ...widget, id: "WEBSITE03", identity: null },
        {
          ...widget,
          id: "WEBSITE04",
          identity: { secret: { env: "NO_SUCH_SECRET" }, jwksUrl: "https://10.0.0.1/keys" },
        },
      ],
    },
    lines: [
      'channels[3].identity.secret: the environment variable NO_SUCH_SECRET is not set; expected text, { "env": "NAME" } or { "file": "path" }',
      "channels[0].identity.keys: unknown key; expected one of secret, jwksUrl",
      "channels[0].identity.secret: this secret is not allowed; expected 32 to 256 characters from ! to ~",
      'channels[0].identity.jwksUrl: "login.example.com" is not allowed; expected an absolute http or https URL without user and password',
      "channels[1].identity.secret: this secret is not allowed; expected 32 to 256 characters from ! to ~",
      'channels[1].identity.jwksUrl: "https://***@login.example.com" is not allowed; expected an absolute http or https URL without user and password',
      "channels[2].identity: null is not allowed; expected an object",
      'channels[3].identity.jwksUrl: "https://10.0.0.1/keys" is not allowed; expected a permitted target. The target 10.0.0.1 is a private address; such targets are allowed by the setting outbound.allow.',
    ],
  },
  {
    name: "[WJ-36] the look of widgets, and the contacts form",
    file: {
      channels: [
        {
          ...widget,
          look: { color: "red", position: "top", language: "nl", title: " ", greeting: "x".repeat(256), sound: "off" },
          contactsForm: "no",
        },
        { ...widget, id: "WEBSITE02", look: { color: "#12345g", title: "x".repeat(101), greeting: "", colour: "red" } },
        { ...widget, id: "WEBSITE03", look: { color: null, position: null, language: null, title: null } },
        { ...widget, id: "WEBSITE04", look: { color: "x#123456", language: ["en"], greeting: null, sound: null } },
        {
          ...widget,
          id: "WEBSITE05",
          look: "dark",
          contactsForm: null,
          contactsFirst: "no",
          home: 1,
          suggestions: ["a", "b", "c", "d", "e"],
        },
        { ...widget, id: "WEBSITE06", look: null },
        { ...channel, look: {} },
      ],
    },
    lines: [
      'channels[0].look.color: "red" is not allowed; expected # and 6 hexadecimal digits, like #1f6feb',
      'channels[0].look.position: "top" is not allowed; expected "left" or "right"',
      'channels[0].look.language: "nl" is not allowed; expected one of "en", "de", "es", "fr", "it", "pt", "ar"',
      'channels[0].look.title: " " is not allowed; expected 1 to 100 characters, not blank',
      `channels[0].look.greeting: "${"x".repeat(100)}…" is not allowed; expected 1 to 255 characters, not blank`,
      'channels[0].look.sound: "off" is not allowed; expected true or false',
      'channels[0].contactsForm: "no" is not allowed; expected true or false',
      "channels[1].look.colour: unknown key; expected one of color, position, language, title, greeting, sound",
      'channels[1].look.color: "#12345g" is not allowed; expected # and 6 hexadecimal digits, like #1f6feb',
      `channels[1].look.title: "${"x".repeat(100)}…" is not allowed; expected 1 to 100 characters, not blank`,
      'channels[1].look.greeting: "" is not allowed; expected 1 to 255 characters, not blank',
      "channels[2].look.color: null is not allowed; expected # and 6 hexadecimal digits, like #1f6feb",
      'channels[2].look.position: null is not allowed; expected "left" or "right"',
      'channels[2].look.language: null is not allowed; expected one of "en", "de", "es", "fr", "it", "pt", "ar"',
      "channels[2].look.title: null is not allowed; expected 1 to 100 characters, not blank",
      'channels[3].look.color: "x#123456" is not allowed; expected # and 6 hexadecimal digits, like #1f6feb',
      'channels[3].look.language: a list is not allowed; expected one of "en", "de", "es", "fr", "it", "pt", "ar"',
      "channels[3].look.greeting: null is not allowed; expected 1 to 255 characters, not blank",
      "channels[3].look.sound: null is not allowed; expected true or false",
      "channels[4].look: a text is not allowed; expected an object",
      "channels[4].contactsForm: null is not allowed; expected true or false",
      'channels[4].contactsFirst: "no" is not allowed; expected true or false',
      "channels[4].home: 1 is not allowed; expected true or false",
      "channels[4].suggestions: a list is not allowed; expected a list of at most 4 texts, each 1 to 80 characters, not blank",
      "channels[5].look: null is not allowed; expected an object",
      "channels[6].look: unknown key; expected one of kind, id, name, enabled, test, agents, agentKeywords, acceptTimeoutMs, bot, webhooks, chatLogEmails, random, webhookUrl, appendPublicId, chunked, strictAnswers, hiddenErrorCodes, signingSecret, incomingSecret, requireSignature",
    ],
  },
  {
    name: "the call gateway and the mail server",
    file: {
      telephony: { gatewayUrl: "https://pbx.example.com/?key=s3cret", token: "s3cret/token" },
      smtp: { url: "smtp://kim:s3cret@mail.example.com:99999", from: "Shop, Ltd <shop@example.com>" },
    },
    lines: [
      'telephony.gatewayUrl: "https://pbx.example.com/?***" is not allowed; expected an absolute http or https URL without ? and #',
      "telephony.token: this secret is not allowed; expected 1 to 255 characters of A-Z, a-z, 0-9 and -._~!$&'()*+,;=:@, not . or ..",
      'smtp.from: "Shop, Ltd <shop@example.com>" is not allowed; expected an e-mail address, or Name <address>',
      `smtp.url: this secret is not allowed; expected ${smtpUrlForm}`,
    ],
  },
  {
    name: "trusted proxies and the geo database",
    file: { trustedProxies: ["10.0.0.1", "10.0.0.0/8", 7], geoDatabase: "/nowhere/geo.mmdb" },
    lines: [
      'trustedProxies[0]: "10.0.0.1" is not allowed; expected an address range like 10.0.0.0/8 or fd00::/8',
      "trustedProxies[2]: 7 is not allowed; expected an address range like 10.0.0.0/8 or fd00::/8",
    ],
  },
  {
    name: "a geo database that does not exist",
    file: { geoDatabase: "/nowhere/geo.mmdb" },
    lines: ["geoDatabase: the file /nowhere/geo.mmdb cannot be read (ENOENT); expected a MaxMind database (.mmdb)"],
  },
  {
    name: "a geo database that is another kind of file",
    file: { geoDatabase: "parley.json" },
    lines: ["geoDatabase: the file parley.json is not such a database; expected a MaxMind database (.mmdb)"],
  },
  {
    name: "secrets that are missing in their variable or file",
    file: {
      agents: [{ ...agent, password: { env: "NOT_SET" } }],
      channels: [{ ...channel, random: { file: "/nowhere/random" } }],
    },
    lines: [
      'agents[0].password: the environment variable NOT_SET is not set; expected text, { "env": "NAME" } or { "file": "path" }',
      'channels[0].random: the file /nowhere/random cannot be read (ENOENT); expected text, { "env": "NAME" } or { "file": "path" }',
    ],
  },
  {
    name: "certificates",
    file: { tls: { cert: "/nowhere/cert.pem", key: "parley.json" } },
    lines: [
      "tls.cert: the file /nowhere/cert.pem cannot be read (ENOENT); expected a PEM certificate",
      "tls.key: the file parley.json cannot be parsed (no PEM); expected a PEM private key without a passphrase",
    ],
  },
  {
    name: "[AUTH-05, AUTH-06] targets that are refused, the secrets in their addresses unseen",
    file: {
      providers: [{ id: "acme", name: "Acme" }],
      channels: [
        { ...channel, webhookUrl: "http://shop.example.com/chat?key=s3cret" },
        { ...channel, id: "MOBILEAPP2", webhookUrl: "https://kim:s3cret@10.0.0.1/chat" },
        { ...channel, id: "MOBILEAPP3", webhookUrl: "ftp://shop.example.com/" },
        { ...channel, id: "MOBILEAPP4", bot: { ...bot, endpoint: "https://[::1]/", oauth } },
        { id: "WEBSITE01", kind: "widget", name: "Web site", webhooks: { url: "http://192.168.0.1/" } },
        { id: "WEBSITE02", kind: "widget", name: "Web site", webhooks: { url: "http://crm.example.com/" } },
      ],
    },
    lines: [
      'channels[2].webhookUrl: "ftp://shop.example.com/" is not allowed; expected an absolute http or https URL',
      'channels[0].webhookUrl: "http://shop.example.com/chat?***" is not allowed; expected a permitted target. The target must be an https URL; plain http is allowed by the setting outbound.allowHttp.',
      'channels[1].webhookUrl: "https://***@10.0.0.1/chat" is not allowed; expected a permitted target. The target 10.0.0.1 is a private address; such targets are allowed by the setting outbound.allow.',
      'channels[3].bot.endpoint: "https://[::1]/" is not allowed; expected a permitted target. The target ::1 is a loopback address; such targets are allowed by the setting outbound.allow.',
      'channels[3].bot.oauth.tokenUrl: "http://bot.example.com/token" is not allowed; expected a permitted target. The target must be an https URL; plain http is allowed by the setting outbound.allowHttp.',
      'channels[4].webhooks.url: "http://192.168.0.1/" is not allowed; expected a permitted target. The target 192.168.0.1 is a private address; such targets are allowed by the setting outbound.allow.',
    ],
  },
];

for (const { name, file, lines } of mistakes) {
  t.test(name, async (t) => {
    const found = linesOf(loadText(t, JSON.stringify(file))).map((line) =>
      line.replaceAll(`${t.testdirName}/`, "").replace(/\(ERR_OSSL.*?\)/, "(no PEM)"),
    );
    t.same(found, lines);
    t.notMatch(found.join("\n"), /s3cret/);
  });
}

t.test("the same targets are accepted if outbound allows them", async (t) => {
  const text = JSON.stringify({
    outbound: { allow: ["10.0.0.0/8"], allowHttp: true },
    channels: [
      { ...channel, webhookUrl: "http://shop.example.com/chat?key=s3cret" },
      { ...channel, id: "MOBILEAPP2", webhookUrl: "https://kim:s3cret@10.0.0.1/chat" },
    ],
  });
  t.same(
    configOf(loadText(t, text)).channels.map((entry) => entry.settings.webhookUrl),
    ["http://shop.example.com/chat?key=s3cret", "https://kim:s3cret@10.0.0.1/chat"],
  );
});

t.test("a private key of another certificate is detected before the first connection", async (t) => {
  const tls = { cert: resolve("test/fixtures/tls/cert.pem"), key: resolve("test/fixtures/tls/other-key.pem") };
  t.same(linesOf(loadText(t, JSON.stringify({ tls }))), [
    `tls.key: "${tls.key}" is not allowed; expected the private key of the certificate in ${tls.cert}`,
  ]);
});

t.test("an agent's password must not be short or common, in the file or in a variable", async (t) => {
  const agents = ["nine char", "Password123", "1234567890 "].map((password, index) => ({
    ...agent,
    id: index + 1,
    email: `${index}@example.com`,
    password,
  }));
  t.strictSame(linesOf(loadText(t, JSON.stringify({ agents }))), [
    `agents[0].password: this secret is not allowed; expected ${passwordForm}`,
    `agents[1].password: this password is among the most common; expected ${passwordForm}`,
    `agents[2].password: this password is among the most common; expected ${passwordForm}`,
  ]);
  const text = JSON.stringify({ agents: [{ ...agent, password: { env: "KIM" } }] });
  const lines = linesOf(loadText(t, text, { variables: { KIM: "password1234" } }));
  t.match(lines, [/^agents\[0\]\.password: this password is among/]);
});
