import Type from "typebox";
import { JSON_TYPE } from "../answer/failure-answer.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "../web/answer-file.ts";
import { notModified } from "../web/page-doc.ts";
import type { WebFile } from "../web/web-files.ts";
import { textFile } from "../web/web-files.ts";
import { describeApi } from "./document.ts";

/**
 * `GET /openapi.json`: a machine-readable description of the service. It is built from the routes at the first request and
 * cached.
 */
export function openApiRoute(routes: readonly Route[]): Route {
  let file: WebFile | null = null;
  return {
    pattern: "/openapi.json",
    gate: "none",
    methods: {
      get(exchange) {
        file ??= textFile(JSON_TYPE, JSON.stringify(describeApi(routes)));
        answerFile(exchange, file, ["Cache-Control", "no-cache"]);
      },
    },
    docs: {
      get: {
        id: "getDescription",
        summary: "Returns the OpenAPI document of the service.",
        tag: "Operations",
        access: "anyone",
        answer: { status: 200, description: "An OpenAPI 3.1 document.", schema: Type.Object({}) },
        otherAnswers: [notModified],
      },
    },
  };
}
