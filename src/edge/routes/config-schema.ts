import { jsonSchema } from "../../config/config-schema.ts";
import { textOf } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import { documentRoute } from "../web/answer-file.ts";

const contentType = "application/schema+json";

/** `GET /config.schema.json`: the schema that checks the config file, for editors. */
export const configSchemaRoute = (): Route =>
  documentRoute("/config.schema.json", contentType, () => JSON.stringify(jsonSchema(), null, 2), {
    id: "getConfigSchema",
    summary: "Returns the JSON Schema of the config file.",
    answer: { status: 200, description: "A JSON Schema.", media: textOf(contentType) },
  });
