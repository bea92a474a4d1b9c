import { anchor } from "./anchors.ts";
import type { Answer, Entry, Section } from "./entry.types.ts";
import type { FieldRow } from "./field-rows.ts";
import { fieldRows, resolveSchema } from "./field-rows.ts";
import type { SentOperation, WebhooksDocument } from "./schema.types.ts";
import { limitWords, typeWords } from "./type-words.ts";

interface Group {
  /** The tag of the operations in the document. */
  readonly tag: string;
  readonly title: string;
  readonly about: string;
  readonly hasHeaders: boolean;
}

const groups: readonly Group[] = [
  {
    tag: "Webhooks",
    title: "Events for your server",
    about:
      "The service sends these events to the webhook URL of a channel. Each event is a POST with a JSON body and these headers.",
    hasHeaders: true,
  },
  {
    tag: "Chat API",
    title: "Requests to a customer system",
    about: "The service sends these requests to the `webhookUrl` of a channel of the chat API.",
    hasHeaders: false,
  },
  {
    tag: "Bot provider API",
    title: "Requests to a bot",
    about: "The service sends these requests to the address of a bot, and to the token URL of the bot.",
    hasHeaders: false,
  },
  {
    tag: "Call gateway API",
    title: "Requests to the call gateway",
    about: "The service sends this request to the call gateway that the config file names.",
    hasHeaders: false,
  },
];

/** The requests that the service sends to other servers, grouped by receiver. */
export const webhookSections = (document: WebhooksDocument): readonly Section[] =>
  groups.map(({ tag, title, about, hasHeaders }) => ({
    id: anchor("requests", tag),
    title,
    about: [about],
    ...(hasHeaders && { headers: document.headers.map(headerRow) }),
    entries: Object.entries(document.webhooks)
      .filter(([, { post }]) => post.tags.includes(tag))
      .map(([name, { post }]) => toEntry(name, post, document)),
  }));

const headerRow = ({ name, required, description, schema }: WebhooksDocument["headers"][number]): FieldRow => ({
  name,
  type: typeWords(schema),
  isRequired: required,
  meaning: description,
  limits: limitWords(schema),
});

function toEntry(name: string, post: SentOperation, { schemas }: WebhooksDocument): Entry {
  const [media] = Object.values(post.requestBody.content);
  return {
    id: anchor("event", name),
    name,
    summary: post.summary,
    when: post.description,
    rows: media === undefined ? [] : fieldRows(resolveSchema(media.schema, schemas), schemas),
    example: media?.example,
    answers: Object.entries(post.responses).map(toAnswer),
  };
}

const toAnswer = ([status, { description, content = {} }]: [string, SentOperation["responses"][string]]): Answer => ({
  status: status === "default" ? "Other" : status,
  meaning: description,
  body: Object.values(content).map(({ schema }) => typeWords(schema))[0] ?? null,
});
