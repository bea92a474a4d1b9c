import { jsonSchema } from "../../config/config-schema.ts";
import type { Route } from "../router.ts";

/** `GET /config.schema.json`: the schema that checks the config file, for editors. */
export function configSchemaRoute(): Route {
  const answer = { contentType: "application/schema+json", body: JSON.stringify(jsonSchema(), null, 2) };
  return {
    pattern: "/config.schema.json",
    gate: "none",
    methods: { get: (exchange) => exchange.answer(200, answer) },
    docs: {
      get: {
        id: "getConfigSchema",
        summary: "The JSON Schema that checks the config file.",
        tag: "Operations",
        access: "anyone",
        answer: { status: 200, description: "A JSON Schema." },
      },
    },
  };
}
