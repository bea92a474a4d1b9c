import Type from "typebox";
import { JSON_TYPE } from "../answer/failure-answer.ts";
import type { Route } from "../server/router.ts";
import { documentRoute } from "../web/answer-file.ts";
import { describeApi } from "./document.ts";

/** `GET /openapi.json`: a machine-readable description of the service, built from its routes. */
export const openApiRoute = (routes: readonly Route[]): Route =>
  documentRoute("/openapi.json", JSON_TYPE, () => JSON.stringify(describeApi(routes)), {
    id: "getDescription",
    summary: "Returns the OpenAPI document of the service.",
    answer: { status: 200, description: "An OpenAPI 3.1 document.", schema: Type.Object({}) },
  });
