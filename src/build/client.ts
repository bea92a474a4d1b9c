import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { version } from "../core/version.ts";

const mistakeStatus = 2;

const help = `Usage: npm run client -- [--out FOLDER] URL

Makes the package of the client for Node in dist/client, or in another folder: its types come from the service at the URL, such as
http://127.0.0.1:8080. "npm pack dist/client" packs it.`;

async function readJson(address: URL): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Expected ${address.href} to answer 200, got ${answer.status}.`);
  return answer.json();
}

async function main(words: readonly string[]): Promise<number> {
  const [url, ...others] = words.filter((word, index) => word !== "--out" && words[index - 1] !== "--out");
  const out = words.includes("--out") ? words[words.indexOf("--out") + 1] : "dist/client";
  if (url === undefined || URL.parse(url) === null || others.length > 0 || out === undefined) {
    console.error(help);
    return mistakeStatus;
  }
  const [openapi, asyncapi] = await Promise.all(
    ["/openapi.json", "/asyncapi.json"].map((path) => readJson(new URL(path, url))),
  );
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  cpSync("clients/node", out, { recursive: true });
  writeFileSync(`${out}/types.d.ts`, clientTypes(openapi, asyncapi));
  const manifest: object = JSON.parse(readFileSync("clients/node/package.json", "utf8"));
  writeFileSync(`${out}/package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  console.log(`${out} has the client ${version} for ${url}.`);
  return 0;
}

/** A document of OpenAPI or AsyncAPI, or a part of it. */
interface Part {
  readonly [key: string]: unknown;
}

const part = (value: unknown): Part => Object(value);
const entriesOf = (value: unknown): readonly (readonly [string, Part])[] =>
  Object.entries(part(value)).map(([key, one]) => [key, part(one)]);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the TypeScript types of all operations and frames, from `/openapi.json` and `/asyncapi.json`. */
function clientTypes(openapi: unknown, asyncapi: unknown): string {
  const schemas = new Map([...schemasOf(openapi), ...schemasOf(asyncapi)]);
  const operations = entriesOf(part(openapi)["paths"]).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => method !== "parameters")
      .map(([method, operation]) => operationOf(`${method.toUpperCase()} ${path}`, operation, item)),
  );
  const messages = entriesOf(part(part(asyncapi)["components"])["messages"]);
  const frames = messages.map(([name, { name: type, payload }]) =>
    [`  /** \`${String(type)}\` */`, `  ${JSON.stringify(name)}: ${typeOf(payload)};`].join("\n"),
  );
  return [
    "// Made from /openapi.json and /asyncapi.json.\n",
    block(
      "Schemas",
      [...schemas].map(([name, schema]) => `  ${JSON.stringify(name)}: ${typeOf(schema)};`),
    ),
    block("Operations", operations),
    block("Frames", frames),
  ].join("\n");
}

const schemasOf = (document: unknown) => entriesOf(part(part(document)["components"])["schemas"]);

const block = (name: string, lines: readonly string[]): string =>
  `export interface ${name} {\n${lines.join("\n")}\n}\n`;

function operationOf(name: string, operation: Part, item: Part): string {
  const parameters = [...listOf(item["parameters"]), ...listOf(operation["parameters"])].map(part);
  const inPlace = (place: string): readonly Part[] => parameters.filter((one) => one["in"] === place);
  const [body] = entriesOf(part(operation["requestBody"])["content"]);
  const fields = [
    parametersOf("path", inPlace("path")),
    parametersOf("query", inPlace("query")),
    ...(body === undefined
      ? []
      : [`body: ${body[0] === "application/json" ? typeOf(body[1]["schema"]) : "BodyInit"};`]),
    `answer: ${answerOf(operation)};`,
  ];
  return `  /** ${String(operation["summary"])} */\n  ${JSON.stringify(name)}: { ${fields.join(" ")} };`;
}

function parametersOf(place: string, parameters: readonly Part[]): string {
  if (parameters.length === 0) return "";
  const isRequired = parameters.some((one) => one["required"] === true);
  const fields = parameters.map(
    ({ name, required, schema }) => `${JSON.stringify(name)}${required === true ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `${place}${isRequired ? "" : "?"}: { ${fields.join(" ")} };`;
}

/** The type of the first success. */
function answerOf({ responses }: Part): string {
  const success = entriesOf(responses).find(([status]) => status.startsWith("2"))?.[1] ?? {};
  const [content] = entriesOf(success["content"]);
  if (content === undefined) return "undefined";
  const [mediaType, { schema }] = content;
  if (mediaType === "application/json") return typeOf(schema);
  return mediaType.startsWith("text/") ? "string" : "Blob";
}

/** The type of a JSON Schema, as far as the documents use it. Bounds and patterns have no type. */
function typeOf(schema: unknown): string {
  const { $ref, const: only, enum: allowed, anyOf, oneOf, allOf, type, items, ...more } = part(schema);
  if (typeof $ref === "string") return `Schemas[${JSON.stringify($ref.split("/").at(-1))}]`;
  if (only !== undefined) return JSON.stringify(only);
  if (allowed !== undefined) return union(listOf(allowed).map((one) => JSON.stringify(one)));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...part(schema), type: one })));
  const choices = listOf(anyOf ?? oneOf);
  if (choices.length > 0 && type === undefined) return union(choices.map(typeOf));
  if (allOf !== undefined && type === undefined) return listOf(allOf).map(typeOf).join(" & ");
  switch (type) {
    case "object":
      return objectOf(more);
    case "array":
      return `(${typeOf(items)})[]`;
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function objectOf({ properties, required, additionalProperties, patternProperties }: Part): string {
  const needed = listOf(required);
  const fields = entriesOf(properties).map(
    ([name, schema]) =>
      `${commentOf(schema)}${JSON.stringify(name)}${needed.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  if (fields.length > 0) return `{ ${fields.join(" ")} }`;
  const [values] = [...entriesOf(patternProperties).map(([, schema]) => schema), additionalProperties];
  return typeof values === "object" ? `Record<string, ${typeOf(values)}>` : "Record<string, unknown>";
}

const commentOf = ({ description }: Part): string =>
  typeof description === "string" ? `/** ${description.replaceAll("*/", "*\\/").replace(/\s+/g, " ")} */ ` : "";

process.exitCode = await main(process.argv.slice(2));
