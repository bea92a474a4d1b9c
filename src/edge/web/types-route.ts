import { textOf } from "../openapi/media.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import { notModified } from "./page-doc.ts";
import type { WebFile, WebFiles } from "./web-files.ts";
import { builtFile } from "./web-files.ts";
import { forAnyPage } from "./widget-script.ts";

/** `GET /widget.d.ts`: the types of the widget's script, for pages in TypeScript. Throws if they were not built. */
export function typesRoute(web: WebFiles): Route {
  const types = (): WebFile => builtFile(web, "widget/svc-api.d.ts");
  types();
  return {
    pattern: "/widget.d.ts",
    gate: "none",
    methods: { get: (exchange) => answerFile(exchange, types(), ["Cache-Control", "no-cache", ...forAnyPage]) },
    docs: {
      get: {
        id: "getWidgetTypes",
        summary: "Returns the TypeScript types of the JavaScript API of the widget.",
        tag: "Widget",
        access: "anyone",
        answer: { status: 200, description: "The types.", media: textOf("text/plain") },
        otherAnswers: [notModified],
      },
    },
  };
}
