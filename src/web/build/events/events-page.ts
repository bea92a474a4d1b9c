import { describeSockets } from "../../../edge/asyncapi/document.ts";
import { describeRequestsSent } from "../../../edge/openapi/requests-sent.ts";
import { createSchemaShelf } from "../../../edge/openapi/schemas.ts";
import { describeWebhooks, webhookParameters } from "../../../edge/openapi/webhooks.ts";
import { escapeHtml } from "../docs/escape-html.ts";
import type { OwnPage } from "../docs/site.types.ts";
import type { Entry, FieldRow, Section } from "./field-rows.ts";
import { fieldRows, resolveSchema } from "./field-rows.ts";
import { anchor, fieldList, heading, jsonExample, objectAnchor, toHtml } from "./reference-html.ts";
import type { Schemas, SentOperation, SocketsDocument, WebhooksDocument } from "./schema.types.ts";
import { limitWords, referredName, typeWords } from "./type-words.ts";

/** The page of the requests that the service sends to other servers, and of the frames of its sockets. */
export function eventsPage(webhooks = webhooksDocument(), sockets = socketsDocument()): OwnPage {
  const sections = [
    ...webhookSections(webhooks),
    ...socketSections(sockets),
    objectSection(sharedObjects(webhooks, sockets)),
  ];
  return {
    title: "Events and frames",
    address: "/docs/events",
    data: "/asyncapi.json",
    render: () =>
      ["<h1>Events and frames</h1>", intro, contentsHtml(sections), ...sections.map(sectionHtml)].join("\n"),
    // The body contains its own list, which also names each event.
    contents: [],
    sections: sections.flatMap(({ title, entries }) =>
      entries.map(({ id, name, summary, when = "" }) => ({
        heading: `${name} (${title})`,
        id,
        text: `${summary} ${when}`,
      })),
    ),
    styles: ["reference.css"],
  };
}

/** The named objects, except objects that are the complete body of a request. */
function sharedObjects({ webhooks, schemas }: WebhooksDocument, { components }: SocketsDocument): Schemas {
  const bodies = Object.values(webhooks).flatMap(({ post }) => Object.values(post.requestBody.content));
  const whole = new Set(bodies.map(({ schema }) => referredName(schema)));
  const named = Object.entries({ ...schemas, ...components.schemas });
  return Object.fromEntries(named.filter(([name]) => !whole.has(name)));
}

const intro =
  "<p>This page lists what the service sends to other servers, and the frames of its sockets. The same facts are in " +
  '<a href="/openapi.json">/openapi.json</a>, under <code>webhooks</code>, and in <a href="/asyncapi.json">/asyncapi.json</a>.</p>';

const entryHtml = ({ id, name, summary, when, rows, example, answers }: Entry): string =>
  [
    `<section class="entry">`,
    heading(3, id, `<code>${escapeHtml(name)}</code>`, name),
    `<div><p>${toHtml(summary)}</p>`,
    when === undefined ? "" : `<p><strong>Sent:</strong> ${toHtml(when)}</p>`,
    rows.length === 0 ? "" : fieldList(rows),
    answers === undefined ? "" : `<h4>Answers</h4>${fieldList(answers)}`,
    "</div>",
    example === undefined ? "" : `<div class="samples">${jsonExample(name, example)}</div>`,
    "</section>",
  ].join("");

/** A section as HTML, every text escaped. */
const sectionHtml = ({ id, title, about, headers, entries }: Section): string =>
  [
    heading(2, id, escapeHtml(title), title),
    ...about.map((text) => `<p>${toHtml(text)}</p>`),
    headers === undefined ? "" : `<h3>Headers</h3>${fieldList(headers)}`,
    ...entries.map(entryHtml),
  ].join("");

/** The table of contents with every event, frame and object. */
const contentsHtml = (sections: readonly Section[]): string =>
  `<nav class="all-entries" aria-label="On this page"><ul>${sections
    .map(
      ({ id, title, entries }) =>
        `<li><a href="#${id}">${escapeHtml(title)}</a><ul>${entries
          .map(({ id: at, name }) => `<li><a href="#${at}">${escapeHtml(name)}</a></li>`)
          .join("")}</ul></li>`,
    )
    .join("")}</ul></nav>`;

const directions = [
  { key: "received", title: (address: string) => `Frames that you send to ${address}` },
  { key: "sent", title: (address: string) => `Frames that you receive from ${address}` },
] as const;

/** The frames of each socket, by direction. */
const socketSections = ({ channels, components }: SocketsDocument): readonly Section[] =>
  Object.entries(channels).flatMap(([socket, { address, description }]) =>
    directions.map(({ key, title }, index) => ({
      id: anchor(socket, key),
      title: title(address),
      about: index === 0 ? [description] : [],
      entries: Object.entries(components.messages)
        .filter(([name]) => name.startsWith(`${socket}-${key}-`))
        .map(([id, { name, summary, description: when, payload, examples }]) => ({
          id: anchor(id),
          name,
          summary,
          when,
          rows: fieldRows(payload, components.schemas),
          example: examples[0]?.payload,
        })),
    })),
  );

/** The section of objects that events and frames refer to by name. */
const objectSection = (schemas: Schemas): Section => ({
  id: "objects",
  title: "Objects",
  about: ["Several events and frames have these objects. The lists above link to them."],
  entries: Object.entries(schemas)
    .map(
      ([name, schema]): Entry => ({
        id: objectAnchor(name),
        name,
        summary: schema.description ?? "",
        rows: fieldRows(schema, schemas),
      }),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1)),
});

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
const webhookSections = (document: WebhooksDocument): readonly Section[] =>
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

const toAnswer = ([status, { description, content = {} }]: [string, SentOperation["responses"][string]]): FieldRow => ({
  name: status === "default" ? "Other" : status,
  type: Object.values(content).map(({ schema }) => typeWords(schema))[0] ?? "",
  isRequired: false,
  meaning: description,
  limits: [],
});

/** The machine-readable documents from which pages of the documentation are made. */

export function webhooksDocument(): WebhooksDocument {
  const shelf = createSchemaShelf();
  const webhooks = { ...describeWebhooks(shelf), ...describeRequestsSent(shelf) };
  return {
    webhooks,
    headers: Object.values(webhookParameters),
    schemas: shelf.components,
  } as unknown as WebhooksDocument;
}

export const socketsDocument = (): SocketsDocument =>
  describeSockets("https://chat.example.com") as unknown as SocketsDocument;
