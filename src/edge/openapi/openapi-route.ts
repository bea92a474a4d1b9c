import Type from "typebox";
import { JSON_TYPE } from "../answer/failure-answer.ts";
import type { OperationDoc } from "../server/operation.ts";
import { textOf } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "../web/answer-file.ts";
import { notModified } from "../web/page-doc.ts";
import { createMadeFiles } from "../web/web-files.ts";
import { toHttpFile, toPostman } from "./collection.ts";
import { describeApi, tagNames } from "./document.ts";
import type { ApiDocument } from "./document.types.ts";
import { onlyTag } from "./one-audience.ts";

interface Form extends Pick<OperationDoc, "id" | "summary" | "answer"> {
  readonly pattern: string;
  readonly contentType: string;
  write(document: ApiDocument, publicUrl: string): string;
}

const forms: readonly Form[] = [
  {
    pattern: "/openapi.json",
    contentType: JSON_TYPE,
    write: (document) => JSON.stringify(document),
    id: "getDescription",
    summary: "Returns the OpenAPI document of the service.",
    answer: { status: 200, description: "An OpenAPI 3.1 document.", schema: Type.Object({}) },
  },
  {
    pattern: "/openapi.http",
    contentType: "text/x-http; charset=utf-8",
    write: toHttpFile,
    id: "getRequestFile",
    summary: "Returns an example of every request, for the HTTP client of an editor.",
    answer: { status: 200, description: "A file of requests.", media: textOf("text/x-http") },
  },
  {
    pattern: "/openapi.postman.json",
    contentType: JSON_TYPE,
    write: (document, publicUrl) => JSON.stringify(toPostman(document, publicUrl)),
    id: "getCollection",
    summary: "Returns an example of every request, as a collection for Postman and Bruno.",
    answer: { status: 200, description: "A Postman collection 2.1.", schema: Type.Object({}) },
  },
];

const tagParameter = {
  name: "tag",
  description: "Only the operations with this tag, and the schemas that they use.",
  schema: Type.Enum([...tagNames]),
};

/**
 * `GET /openapi.json`: a machine-readable description of the service, built from its routes, and the same as collections of requests.
 * Each is made at the first request for it and kept.
 */
export function openApiRoutes(routes: readonly Route[], publicUrl: () => string): readonly Route[] {
  let whole: ApiDocument | null = null;
  return forms.map(({ pattern, contentType, write, ...doc }) => {
    const files = createMadeFiles(contentType);
    return {
      pattern,
      gate: "none",
      methods: {
        get(exchange) {
          whole ??= describeApi(routes);
          const tag = exchange.query("tag");
          const document = tag === undefined ? { ok: true as const, value: whole } : onlyTag(whole, tag);
          if (!document.ok) return exchange.answerFailure(document.failure);
          const url = publicUrl();
          const file = files(JSON.stringify([tag, url]), () => write(document.value, url));
          answerFile(exchange, file, ["Cache-Control", "no-cache"]);
        },
      },
      docs: {
        get: {
          ...doc,
          tag: "Operations",
          access: "anyone",
          query: [tagParameter],
          failures: ["invalid_request"],
          otherAnswers: [notModified],
        },
      },
    };
  });
}
