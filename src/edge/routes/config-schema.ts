import { jsonSchema } from "../../config/config-schema.ts";
import { textOf } from "../openapi/media.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "../web/answer-file.ts";
import { notModified } from "../web/page-doc.ts";
import type { WebFile } from "../web/web-files.ts";
import { textFile } from "../web/web-files.ts";

/** `GET /config.schema.json`: the schema that checks the config file, for editors. */
export function configSchemaRoute(): Route {
  let file: WebFile | null = null;
  return {
    pattern: "/config.schema.json",
    gate: "none",
    methods: {
      get(exchange) {
        file ??= textFile("application/schema+json", JSON.stringify(jsonSchema(), null, 2));
        answerFile(exchange, file, ["Cache-Control", "no-cache"]);
      },
    },
    docs: {
      get: {
        id: "getConfigSchema",
        summary: "Returns the JSON Schema of the config file.",
        tag: "Operations",
        access: "anyone",
        answer: { status: 200, description: "A JSON Schema.", media: textOf("application/schema+json") },
        otherAnswers: [notModified],
      },
    },
  };
}
