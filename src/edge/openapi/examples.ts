import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import type { JsonRecord, SchemaShelf } from "./schemas.ts";

/**
 * The examples of all bodies and frames in the documents. An example is made from its schema, so that a new field has one at once. The values of a field
 * are chosen here by its name: the first that the schema of the field allows.
 */

const secondsOf = 1_767_261_600;
const ulid = "01KE0Q8A1B2C3D4E5F6G7H8J9K";

/** The values of fields by their whole name. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  actor: ["chat/17"],
  address: ["192.0.2.17"],
  after: ["with_agent"],
  assign_to: ["https://crm.example.com/cards/551"],
  before: ["waiting"],
  body: ['{"sender":{"id":"customer-7"},"message":{"type":"text","text":"Hello"}}'],
  bytes: [20_480],
  call_id: [ulid],
  callback: ["Callback disabled"],
  cause: [ulid],
  channel: ["SHOPWIDGET"],
  channelId: ["SHOPWIDGET"],
  chat_id: ["17", 17],
  city: ["London"],
  client_id: ["9"],
  client_secret: ["the-secret-of-the-bot"],
  code: ["17"],
  color: ["#1f6feb"],
  comment: ["Quick and kind."],
  content: ["3 open"],
  conversation: ["a:SHOPWIDGET:customer-7"],
  country: ["United Kingdom"],
  country_code: ["GB"],
  crm_link: ["https://crm.example.com/cards/551"],
  cursor: [41, "Y2hhdHMgMTc"],
  curl: ["curl -X POST https://chat.example.com/api/chats"],
  deliveryId: [ulid],
  email: ["ann@example.com"],
  emoji: ["🙂"],
  endpoint: ["https://bot.example.com/{token}"],
  error: [{ code: "17", message: "The mailbox is full." }],
  event: ["BOT_MESSAGE"],
  fileBytesMax: [20_971_520],
  fileName: ["backup-20260101.tar.gz"],
  file_name: ["bill.pdf"],
  from: ["09:00", "agent"],
  grant_type: ["client_credentials"],
  greeting: ["How can we help?"],
  id: ["17", 1, "SHOPWIDGET", "acme-bots"],
  incomingSecret: ["whsec_S3cMPKsRzbSk0aU4tgYvCYpX3kQmNf1v"],
  ip_addr: ["192.0.2.17"],
  key: ["Total"],
  language: ["en"],
  latitude: [51.5, "51.5"],
  limit: ["bodyBytesMax"],
  longitude: [-0.12, "-0.12"],
  message: ["Where is my order?"],
  messageId: [ulid],
  mime_type: ["application/pdf"],
  mimeType: ["application/pdf"],
  name: ["Kim"],
  node: ["node-1"],
  note: ["no result"],
  number: [9, "9"],
  organization: ["Example Ltd"],
  password: ["a long password of mine"],
  current: ["the password until now"],
  performer: ["The Band"],
  phone: ["+442079460181"],
  position: ["right"],
  previous_status: ["away"],
  question: ["Who is offered this chat?"],
  random: ["b6fA0aB1cC2dD3eE4fF5gG6h"],
  reason: ["No agent available"],
  region: ["England"],
  region_code: ["ENG"],
  result: ["ok"],
  sentence: ["With Kim for 2 min: Kim accepted the chat."],
  shortcut: ["hours"],
  signingSecret: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  identitySecret: ["idsec_5Qm0x8uWc1nTz7bKq3vLrYfJd2hGs9PeAo4iXwVtB6M"],
  site_id: ["1"],
  source: ["newsletter"],
  state: ["with_agent"],
  subject: ["Your question"],
  text: ["Where is my order?"],
  timeZone: ["Europe/London"],
  timestamp: [secondsOf],
  timestamp_ms: [secondsOf * 1_000 + 417],
  title: ["Cart"],
  to: ["17:00", "17"],
  token: ["the-token-of-this-login"],
  token_type: ["Bearer"],
  type: ["text"],
  unread: [1],
  userAgent: ["Mozilla/5.0"],
  user_agent: ["Mozilla/5.0"],
  user_token: ["customer-4711"],
  utm: ["source=newsletter|medium=email"],
  value: [true],
  visitor: ["the-secret-of-this-visitor"],
  widget: ["SHOPWIDGET"],
  widget_id: ["SHOPWIDGET"],
};

/** The values of fields whose name has this form. */
const valuesByForm: readonly (readonly [form: RegExp, values: readonly unknown[]])[] = [
  [/^at$|^since$|(At|Since|Until|UpTo)$|^atMs$|sMs$/, [secondsOf * 1_000]],
  [/Ms$/, [120]],
  [/(url|Url|link|Link|photo|file|thumb)$/i, ["https://shop.example.com/files/bill.pdf", "https://shop.example.com"]],
  [/Origins?$/, ["https://shop.example.com"]],
  [/Emails?$/, ["team@example.com"]],
  [/(Id|_id)$/, ["17", 17]],
];

/** For fields that have no value of their own. */
const anyTexts = ["A text", "text", "17", "shop.example.com", "https://shop.example.com", "10.0.0.0/8", "SHOPWIDGET"];

interface ShownSchema {
  /** Only the schema of failures is referred to. */
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly minimum?: number;
}

/** A complete value of a schema; `key` is the name of the field that has it. */
export function exampleOf(schema: TSchema, key = ""): unknown {
  const own = values[key] ?? valuesByForm.find(([form]) => form.test(key))?.[1] ?? [];
  const known = own.find((value) => Check(schema, value));
  return known === undefined ? madeOf(schema, key) : known;
}

function madeOf(schema: TSchema, key: string): unknown {
  const {
    $ref,
    type,
    const: only,
    enum: allowed,
    anyOf,
    items,
    properties,
    patternProperties,
    minimum,
  }: ShownSchema = schema;
  if ($ref !== undefined) return { error: { code: "invalid_request", message: "The request has a mistake." } };
  if (only !== undefined) return only;
  if (allowed !== undefined) return allowed[0];
  if (anyOf !== undefined && type === undefined)
    return exampleOf(anyOf.find((one) => Object(one).type !== "null") ?? schema, key);
  switch (type) {
    case "object":
      return objectOf(schema, { ...properties, ...namedBy(patternProperties) });
    case "array":
      return items === undefined ? [] : [exampleOf(items, key.replace(/s$/, ""))];
    case "string":
      return anyTexts.find((text) => Check(schema, text));
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(minimum ?? 1, 1);
    case "null":
      return null;
    default:
      return {};
  }
}

/** All fields, or as many of the first as may stand together. */
function objectOf(schema: TSchema, properties: Readonly<Record<string, TSchema>>): unknown {
  const fields = Object.entries(properties).map(([name, property]) => [name, exampleOf(property, name)] as const);
  const wholes = fields.map((_, left) => Object.fromEntries(fields.slice(0, fields.length - left)));
  return wholes.find((whole) => Check(schema, whole)) ?? {};
}

/** Fields that may have any name of this form, under a name that has it. */
const namedBy = (patternProperties: Readonly<Record<string, TSchema>> = {}): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    Object.entries(patternProperties).map(([form, schema]) => [
      anyTexts.find((text) => RegExp(form, "u").test(text)) ?? "text",
      schema,
    ]),
  );

/** The start of each kind of text that is answered. */
export const textExamples: Readonly<Record<string, string>> = {
  "application/schema+json": '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}',
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"></svg>',
  "text/html": "<!doctype html><title>Parley</title>",
  "text/javascript": "(() => {})();",
  "text/x-http": "### Reports that the process runs.\nGET {{url}}/healthz",
  "text/plain": "process_cpu_seconds_total 12.5",
};

/** The content of a body in JSON, with its example. */
export const jsonContent = (schema: TSchema, shelf: SchemaShelf): JsonRecord => ({
  "application/json": { schema: shelf.show(schema), example: exampleOf(schema) },
});
