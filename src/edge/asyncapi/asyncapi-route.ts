import Type from "typebox";
import { JSON_TYPE } from "../answer/failure-answer.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "../web/answer-file.ts";
import { notModified } from "../web/page-doc.ts";
import type { WebFile } from "../web/web-files.ts";
import { textFile } from "../web/web-files.ts";
import { describeSockets } from "./document.ts";

/** `GET /asyncapi.json`: a machine-readable description of the sockets. It is built at the first request after a new public URL. */
export function asyncApiRoute(publicUrl: () => string): Route {
  let built: { readonly url: string; readonly file: WebFile } | null = null;
  return {
    pattern: "/asyncapi.json",
    gate: "none",
    methods: {
      get(exchange) {
        const url = publicUrl();
        if (built?.url !== url) built = { url, file: textFile(JSON_TYPE, JSON.stringify(describeSockets(url))) };
        answerFile(exchange, built.file, ["Cache-Control", "no-cache"]);
      },
    },
    docs: {
      get: {
        id: "getSocketDescription",
        summary: "Returns the AsyncAPI document of the live sockets.",
        tag: "Operations",
        access: "anyone",
        answer: { status: 200, description: "An AsyncAPI 3 document.", schema: Type.Object({}) },
        otherAnswers: [notModified],
      },
    },
  };
}
