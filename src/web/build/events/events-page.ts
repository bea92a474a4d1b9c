import type { OwnPage } from "../docs/site.types.ts";
import { socketsDocument, webhooksDocument } from "./described.ts";
import { contentsHtml, sectionHtml } from "./markup.ts";
import type { Schemas, SocketsDocument, WebhooksDocument } from "./schema.types.ts";
import { objectSection, socketSections } from "./socket-sections.ts";
import { referredName } from "./type-words.ts";
import { webhookSections } from "./webhook-sections.ts";

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
    body: ["<h1>Events and frames</h1>", intro, contentsHtml(sections), ...sections.map(sectionHtml)].join("\n"),
    // The body contains its own list, which also names each event.
    contents: [],
    sections: sections.flatMap(({ title, entries }) =>
      entries.map(({ id, name, summary, when = "" }) => ({
        heading: `${name} (${title})`,
        id,
        text: `${summary} ${when}`,
      })),
    ),
    styles: ["events.css"],
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
