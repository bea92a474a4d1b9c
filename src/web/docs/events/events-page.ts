import { contentsHtml, sectionHtml } from "./markup.ts";
import type { SocketsDocument, WebhooksDocument } from "./schema.types.ts";
import { objectSection, socketSections } from "./socket-sections.ts";
import { webhookSections } from "./webhook-sections.ts";

/** The page of events and frames: its title, and the HTML of its body. */
export function renderEventsPage(webhooks: WebhooksDocument, sockets: SocketsDocument) {
  const sections = [
    ...webhookSections(webhooks),
    ...socketSections(sockets),
    objectSection({ ...webhooks.schemas, ...sockets.components.schemas }),
  ];
  return {
    title: "Events and frames",
    body: ["<h1>Events and frames</h1>", intro, contentsHtml(sections), ...sections.map(sectionHtml)].join("\n"),
  };
}

const intro =
  "<p>This page lists what the service sends to other servers, and the frames of its sockets. The same facts are in " +
  '<a href="/openapi.json">/openapi.json</a>, under <code>webhooks</code>, and in <a href="/asyncapi.json">/asyncapi.json</a>.</p>';
