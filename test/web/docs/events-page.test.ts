import t from "tap";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { webhookSchemas } from "../../../src/codec/c-webhook/webhook-schemas.ts";
import { sockets } from "../../../src/edge/asyncapi/document.ts";
import { eventsPage, socketsDocument, webhooksDocument } from "../../../src/web/build/events/events-page.ts";
import { fieldRows } from "../../../src/web/build/events/field-rows.ts";
import type { Schema } from "../../../src/web/build/events/schema.types.ts";
import { resolve } from "../../admin/described.ts";

const ids = (html: string): readonly string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

t.test("the page has each event and each frame, and every link on it has a target", async (t) => {
  const webhooks = webhooksDocument();
  const { render, sections } = eventsPage();
  const body = render();
  const anchors = ids(body);
  t.equal(new Set(anchors).size, anchors.length, "each part has its own address");
  for (const name of Object.keys(webhooks.webhooks)) t.ok(anchors.includes(`event-${name}`), name);
  for (const { name, received, sent } of sockets)
    for (const [direction, frames] of Object.entries({ received, sent }))
      for (const type of Object.keys(frames)) {
        const id = `${name}-${direction}-${type.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^_/, "")}`;
        t.ok(anchors.includes(id), id);
        t.ok(
          sections.some((section) => section.id === id),
          `the search finds ${id}`,
        );
      }
  const led = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id = ""]) => id);
  t.strictSame(
    led.filter((id) => !anchors.includes(id)),
    [],
  );
});

t.test("each example is a body that its schema accepts", async (t) => {
  const webhooks = webhooksDocument();
  const described = { components: { schemas: webhooks.schemas } };
  for (const [name, { post }] of Object.entries(webhooks.webhooks)) {
    const [media] = Object.values(post.requestBody.content);
    t.ok(media?.example, name);
    t.strictSame(Errors(Object(resolve(described, media?.schema)), media?.example), [], name);
  }
  const bySchema = (schemas: Readonly<Record<string, TSchema>>, name: string, example: unknown) =>
    t.strictSame(Errors(schemas[name] ?? {}, example), [], name);
  for (const [name, { post }] of Object.entries(webhooks.webhooks))
    if (name in webhookSchemas) bySchema(webhookSchemas, name, post.requestBody.content["application/json"]?.example);
  const { schemas, messages } = socketsDocument().components;
  for (const [key, { payload, examples }] of Object.entries(messages)) {
    t.equal(examples.length, 1, key);
    const schema = Object(resolve({ components: { schemas } }, payload));
    t.strictSame(Errors(schema, examples[0]?.payload), [], key);
  }
});

t.test("a schema becomes rows with inner fields, variants, limits and the names of objects", async (t) => {
  const address: Schema = { type: "object", description: "Where.", properties: { street: { type: "string" } } };
  const schema: Schema = {
    type: "object",
    required: ["kind", "lines"],
    properties: {
      kind: { enum: ["a", "b"], description: "Which. Expected: a or b." },
      address: { $ref: "#/components/schemas/Address" },
      lines: {
        type: "array",
        maxItems: 3,
        items: {
          anyOf: [
            {
              type: "object",
              required: ["type", "text"],
              properties: { type: { const: "text" }, text: { type: "string", minLength: 1 } },
            },
            { type: "object", required: ["type"], properties: { type: { const: "gap" } } },
          ],
        },
      },
      until: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], description: "Till <when>." },
    },
  };
  const none = { meaning: "", limits: [] };
  t.strictSame(fieldRows(schema, { Address: address }), [
    { name: "kind", type: "string", isRequired: true, meaning: "Which.", limits: ["`a`, `b`"] },
    { ...none, name: "address", type: "[Address]", isRequired: false, meaning: "Where." },
    {
      ...none,
      name: "lines",
      type: "list of object",
      isRequired: true,
      limits: ["at most 3 entries"],
    },
    { ...none, name: "lines[].type", type: "string", isRequired: true, limits: ["`text`, `gap`"] },
    {
      ...none,
      name: "lines[].text",
      type: "string",
      isRequired: false,
      limits: ["at least 1 character", "only with `type` `text`"],
    },
    { name: "until", type: "integer or null", isRequired: false, meaning: "Till <when>.", limits: ["at least 1"] },
  ]);
});
