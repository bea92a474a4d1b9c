import Type from "typebox";
import { JSON_TYPE } from "../answer/failure-answer.ts";
import type { Route } from "../server/router.ts";
import { documentRoute } from "../web/answer-file.ts";
import { describeSockets } from "./document.ts";

const doc = {
  id: "getSocketDescription",
  summary: "Returns the AsyncAPI document of the live sockets.",
  answer: { status: 200, description: "An AsyncAPI 3 document.", schema: Type.Object({}) },
};

/** `GET /asyncapi.json`: a machine-readable description of the sockets. */
export const asyncApiRoute = (publicUrl: () => string): Route =>
  documentRoute("/asyncapi.json", JSON_TYPE, (url) => JSON.stringify(describeSockets(url)), doc, publicUrl);
