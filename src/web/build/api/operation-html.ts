import { codeTabs } from "../docs/code-blocks.ts";
import { escapeHtml } from "../docs/escape-html.ts";
import type { FieldRow } from "../events/field-rows.ts";
import { fieldRows, resolveSchema } from "../events/field-rows.ts";
import { fieldList, heading, jsonExample, toHtml } from "../events/reference-html.ts";
import type { Schema, Schemas } from "../events/schema.types.ts";
import { limitWords, typeWords } from "../events/type-words.ts";
import type { SampleRequest } from "../samples/program.types.ts";
import { writeCurl, writeSamples } from "../samples/write-samples.ts";
import type { Answer, FullOperation, Parameter } from "./api-document.ts";

/** The page of the objects that bodies refer to by name. */
export const objectsAddress = "/docs/api/objects";

/** The failures that every operation can have. The page of the overview lists them. */
const common = new Set(["405", "429", "500", "502", "503", "504"]);

/** What the operation does, who may call it, what it takes and answers; beside it the request in each language, an answer, and a form. */
export function operationHtml(operation: FullOperation, schemas: Schemas): string {
  const { operationId, method, path, description = "", deprecated = false } = operation;
  const [title, more] = titleOf(operation);
  return [
    `<section class="entry">`,
    heading(2, operationId, toHtml(title, objectsAddress), title),
    `<div><p class="call">${methodHtml(method)} <code>${pathHtml(path)}</code></p>`,
    more === "" ? "" : `<p>${toHtml(more, objectsAddress)}</p>`,
    deprecated ? "<p><strong>Deprecated.</strong> Do not use it in new programs.</p>" : "",
    description === "" ? "" : `<p class="caller">${callerHtml(description)}</p>`,
    ...places.map(({ place, title }) =>
      parametersHtml(
        title,
        operation.parameters.filter((one) => one.in === place),
      ),
    ),
    bodyHtml(operation.requestBody?.content ?? {}, schemas),
    `<h3>Answers</h3>`,
    ...operation.answers.map(([status, answer]) => answerHtml(status, answer, schemas)),
    failuresHtml(operation),
    `</div><div class="samples">`,
    samplesHtml(operation),
    ...operation.answers.slice(0, 1).map(([, answer]) => exampleHtml(operationId, answer)),
    tryForm(operation),
    "</div></section>",
  ].join("");
}

/** The first sentence of the summary, without its full stop, and the rest. */
export function titleOf({ summary }: FullOperation): readonly [title: string, more: string] {
  const end = summary.search(/\.(?: |$)/);
  return end === -1 ? [summary, ""] : [summary.slice(0, end), summary.slice(end + 1).trimStart()];
}

export const methodHtml = (method: string): string => `<b class="method ${method.toLowerCase()}">${method}</b>`;

/** A long path breaks before a slash. */
const pathHtml = (path: string): string => escapeHtml(path).replace(/(?<=.)\//g, "<wbr>/");

/** The word scope leads to what each scope permits. */
const callerHtml = (description: string): string =>
  toHtml(description).replace("the scope", '<a href="/docs/api-keys#what-a-key-can-do">the scope</a>');

const places = [
  { place: "path", title: "Path" },
  { place: "query", title: "Query" },
  { place: "header", title: "Headers" },
] as const;

const parametersHtml = (title: string, parameters: readonly Parameter[]): string =>
  parameters.length === 0 ? "" : `<h3>${title}</h3>${fieldList(parameters.map(toRow), objectsAddress)}`;

const toRow = ({ name, schema, required, description }: Parameter): FieldRow => ({
  name,
  type: typeWords(schema),
  isRequired: required,
  meaning: description,
  limits: limitWords(schema),
});

function bodyHtml(content: NonNullable<Answer["content"]>, schemas: Schemas): string {
  const [[type, media] = []] = Object.entries(content);
  if (type === undefined || media === undefined) return "";
  if (type !== "application/json") return `<h3>Body</h3><p>${fileWords(type)}</p>`;
  return `<h3>Body</h3>${fieldsHtml(media.schema, schemas)}`;
}

const fileWords = (type: string): string =>
  type === "*/*" ? "The bytes of a file." : `<code>${escapeHtml(type)}</code>`;

/** The fields of an object; the type of another value. */
function fieldsHtml(schema: Schema, schemas: Schemas): string {
  const rows = fieldRows(resolveSchema(schema, schemas), schemas);
  return rows.length === 0 ? `<p>${toHtml(typeWords(schema), objectsAddress)}</p>` : fieldList(rows, objectsAddress);
}

function answerHtml(status: string, { description, content = {} }: Answer, schemas: Schemas): string {
  const [[type, media] = []] = Object.entries(content);
  const words = `<p><code>${escapeHtml(status)}</code> ${toHtml(description)}</p>`;
  if (type === undefined || media === undefined) return words;
  return `${words}${type === "application/json" ? fieldsHtml(media.schema, schemas) : `<p>${fileWords(type)}</p>`}`;
}

function failuresHtml({ failures }: FullOperation): string {
  const own = failures.filter(([status]) => !common.has(status));
  const rows = own.map(([status, { description }]) => toFailureRow(status, description));
  const others = `<p>Each operation can also fail for <a href="/docs/api#failures">general reasons</a>.</p>`;
  return `<h3>Failures</h3>${rows.length === 0 ? "" : fieldList(rows)}${others}`;
}

export const toFailureRow = (status: string, meaning: string): FieldRow => ({
  name: status,
  type: "",
  isRequired: false,
  meaning,
  limits: [],
});

function exampleHtml(operationId: string, { content = {} }: Answer): string {
  const example = content["application/json"]?.example;
  return example === undefined ? "" : `<h3>Example of an answer</h3>${jsonExample(operationId, example)}`;
}

/** The address in samples; the page's script writes the address of the service in its place. */
const origin = "https://chat.example.com";

/** The variables for the secrets of each security scheme. */
const secrets: Readonly<Record<string, string>> = {
  bearer: "KEY",
  visitor: "VISITOR_SECRET",
  operator: "METRICS_TOKEN",
};

function samplesHtml(operation: FullOperation): string {
  const request = sampleOf(operation);
  const used = request.headers
    .flatMap(([, value]) => value)
    .flatMap((piece) => (typeof piece === "string" ? [] : [piece.constant]));
  const constants = new Map(used.map((name) => [name, { from: "environment" as const }]));
  const curl = { name: "curl", language: "sh", code: writeCurl(request) };
  return codeTabs([curl, ...writeSamples({ constants, requests: [request] })], operation.operationId);
}

/** The request with the example of the document. */
function sampleOf({ method, path, parameters, security, requestBody, answers }: FullOperation): SampleRequest {
  const required = parameters.filter((one) => one.in === "query" && one.required);
  const query = required.map(({ name }) => `${name}=${name.toUpperCase()}`).join("&");
  const [scheme] = Object.keys(security[0] ?? {});
  const secret = scheme === undefined ? undefined : secrets[scheme];
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const isSaved = Object.keys(answers[0]?.[1].content ?? {}).includes("*/*");
  return {
    method,
    url: [
      `${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}${query === "" ? "" : `?${query}`}`,
    ],
    headers: [
      ...(secret === undefined ? [] : [["Authorization", ["Bearer ", { constant: secret }]] as const]),
      ...(type === undefined || type === "application/json"
        ? []
        : [["Content-Type", [type.replace("*/*", "application/octet-stream")]] as const]),
    ],
    ...(media !== undefined && { body: type === "application/json" ? { json: media.example } : { file: "FILE" } }),
    ...(isSaved && { savedAs: "FILE" }),
  };
}

const secretNames: Readonly<Record<string, string>> = {
  bearer: "API key (without one: your session at the desk)",
  visitor: "Secret of the visitor",
  operator: "Token of metrics",
};

/** The form that sends the request from the page. It is hidden from browsers without scripts: `src/web/docs/api.ts` shows it. */
function tryForm({ operationId, method, path, parameters, security, requestBody }: FullOperation): string {
  const [scheme] = Object.keys(security[0] ?? {});
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const fields = [
    ...parameters.map(fieldHtml),
    type === undefined ? "" : bodyFieldHtml(type, media?.example),
    scheme === undefined ? "" : secretHtml(scheme),
  ];
  return `<details class="card try" hidden><summary>Try it</summary><form data-method="${method}" data-path="${escapeHtml(path)}" aria-label="Try ${operationId}">${fields.join("")}<button class="primary">Send ${method}</button><p role="status"></p><pre tabindex="0" role="group" aria-label="Answer" hidden></pre></form></details>`;
}

function fieldHtml({ name, in: place, required, schema }: Parameter): string {
  const mark = `name="${escapeHtml(name)}" data-in="${place}"${required ? " required" : ""}`;
  const { enum: allowed } = schema;
  const options = ["", ...(allowed ?? [])].map((value) => `<option>${escapeHtml(String(value))}</option>`);
  const input =
    allowed === undefined ? `<input ${mark} autocomplete="off">` : `<select ${mark}>${options.join("")}</select>`;
  return `<label><span>${escapeHtml(name)}${required ? "" : " (optional)"}</span>${input}</label>`;
}

const rowsMax = 12;

function bodyFieldHtml(type: string, example: unknown): string {
  if (type !== "application/json") return '<label><span>File</span><input type="file" data-in="file" required></label>';
  const text = JSON.stringify(example, null, 2);
  const rows = Math.min(text.split("\n").length, rowsMax);
  return `<label><span>Body</span><textarea data-in="body" rows="${rows}" spellcheck="false">\n${escapeHtml(text)}</textarea></label>`;
}

const secretHtml = (scheme: string): string =>
  `<label><span>${secretNames[scheme] ?? scheme}</span><input type="password" data-in="secret" data-scheme="${scheme}" autocomplete="off"></label>`;
