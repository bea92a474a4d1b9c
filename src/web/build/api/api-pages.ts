import { escapeHtml } from "../docs/escape-html.ts";
import type { OwnPage } from "../docs/site.types.ts";
import { fieldRows } from "../events/field-rows.ts";
import { fieldList, heading, objectAnchor, toHtml } from "../events/reference-html.ts";
import type { Schemas } from "../events/schema.types.ts";
import type { FullOperation } from "./api-document.ts";
import { operationsOf, readApi } from "./api-document.ts";
import { methodHtml, objectsAddress, operationHtml, titleOf, toFailureRow } from "./operation-html.ts";

const address = "/docs/api";
const addressOf = (tag: string): string => `${address}/${tag.toLowerCase().replaceAll(" ", "-")}`;

/** The pages of the API: an overview, a page for each group of operations, and the objects. */
export function apiPages(document = readApi()): readonly OwnPage[] {
  const operations = operationsOf(document);
  const groups = document.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);
  const { schemas } = document.components;
  return [overview(groups), ...groups.map((group) => groupPage(group, schemas)), objectsPage(schemas)];
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly FullOperation[];
}

const intro = `<p>These pages show every operation of the service, from <a href="/openapi.json">/openapi.json</a>, and each can be tried in place. Bodies are
JSON. Times are whole Unix milliseconds; times in events are seconds. Every answer has the header <code>X-Request-Id</code>. Lists come in
pages: <code>cursor</code> asks for the next page. A program sends an <a href="/docs/api-keys">API key</a> as
<code>Authorization: Bearer</code>.</p>
<p><code>/openapi.json?tag=Chats</code> describes the operations of one group. <a href="/openapi.http">/openapi.http</a> has an example of
each request for the HTTP client of an editor, and <a href="/openapi.postman.json">/openapi.postman.json</a> for Postman and Bruno. What the
service sends to other servers is on the page <a href="/docs/events">Events and frames</a>.</p>`;

function overview(groups: readonly Group[]): OwnPage {
  const failures = new Map(groups.flatMap((group) => group.operations).flatMap((operation) => operation.failures));
  const rows = [...failures]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([status, { description }]) => toFailureRow(status, description));
  const failureWords = `<p>Every failure has the shape of <a href="${objectsAddress}#${objectAnchor("Error")}">Error</a>. The <a href="/docs/protocol/errors">rules of errors</a> have the codes.</p>`;
  const lists = groups.map(
    ({ name, description, operations }) =>
      `${heading(2, idOf(name), `<a href="${addressOf(name)}">${escapeHtml(name)}</a>`, name)}<p id="/${encodeURIComponent(name)}">${toHtml(description)}</p><ul class="operations">${operations.map(entryHtml).join("")}</ul>`,
  );
  const contents = [
    ...groups.map(({ name }) => ({ id: idOf(name), depth: 2, text: name })),
    { id: "failures", depth: 2, text: "Failures" },
  ];
  return {
    title: "API reference",
    address,
    data: "/openapi.json",
    contents,
    sections: [
      {
        heading: "API reference",
        id: "",
        text: "Every operation of the service, from /openapi.json, with a form that sends the request.",
      },
    ],
    styles: ["reference.css"],
    render: () =>
      [
        "<h1>API reference</h1>",
        intro,
        ...lists,
        heading(2, "failures", "Failures", "Failures"),
        failureWords,
        fieldList(rows),
      ].join("\n"),
  };
}

const idOf = (tag: string): string => tag.toLowerCase().replaceAll(" ", "-");

/** The id is the anchor that earlier versions of this page had for the operation. */
const entryHtml = ({ tags: [tag = ""], operationId, method, path, summary }: FullOperation): string =>
  `<li id="/${encodeURIComponent(tag)}/${operationId}"><a href="${addressOf(tag)}#${operationId}">${methodHtml(method)} <code>${escapeHtml(path)}</code></a> <span>${toHtml(summary)}</span></li>`;

const groupPage = ({ name, description, operations }: Group, schemas: Schemas): OwnPage => ({
  title: name,
  address: addressOf(name),
  parent: address,
  data: `/openapi.json?tag=${encodeURIComponent(name)}`,
  // The body contains its own list.
  contents: [],
  sections: [
    { heading: name, id: "", text: description },
    ...operations.map((operation) => {
      const { operationId, method, path, parameters } = operation;
      const [heading, more] = titleOf(operation);
      const fields = parameters.map(({ name, description }) => `${name}: ${description}`);
      return {
        heading,
        id: operationId,
        text: [more, `${method} ${path} (${operationId})`, ...fields].join(" ").trim(),
      };
    }),
  ],
  styles: ["reference.css"],
  scripts: ["api.js"],
  render: () =>
    [
      `<h1>${escapeHtml(name)}</h1><p>${toHtml(description)}</p>`,
      `<nav aria-label="On this page"><ul class="operations">${operations
        .map(
          ({ operationId, method, path, summary }) =>
            `<li><a href="#${operationId}">${methodHtml(method)} <code>${escapeHtml(path)}</code></a> <span>${toHtml(summary)}</span></li>`,
        )
        .join("")}</ul></nav>`,
      ...operations.map((operation) => operationHtml(operation, schemas)),
    ].join("\n"),
});

/** The objects that bodies refer to by name. */
function objectsPage(schemas: Schemas): OwnPage {
  const all = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    title: "Objects",
    address: objectsAddress,
    parent: address,
    data: "/openapi.json",
    contents: all.map(([name]) => ({ id: objectAnchor(name), depth: 2, text: name })),
    sections: all.map(([name, { description = "" }]) => ({ heading: name, id: objectAnchor(name), text: description })),
    styles: ["reference.css"],
    render: () =>
      [
        "<h1>Objects</h1><p>Bodies of the API contain these objects.</p>",
        ...all.map(
          ([name, schema]) =>
            `${heading(2, objectAnchor(name), `<code>${escapeHtml(name)}</code>`, name)}<p>${toHtml(schema.description ?? "")}</p>${fieldList(fieldRows(schema, schemas))}`,
        ),
      ].join("\n"),
  };
}
