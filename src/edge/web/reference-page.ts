import type { Route } from "../server/router.ts";
import { fillPage } from "./fill-page.ts";
import { htmlType, servePage } from "./people-page.ts";
import { builtFile, textFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/** `GET /docs/api`: the API reference for everybody, made of `/openapi.json` in the browser. Throws when it was not built. */
export function referencePageRoute({ web, publicUrl }: Pick<WidgetScriptParts, "web" | "publicUrl">): Route {
  const built = builtFile(web, "reference.html").plain.toString("utf8");
  const html = textFile(htmlType, fillPage(built, { VERSION: web.version("reference") }));
  return {
    pattern: "/docs/api",
    gate: "none",
    methods: { get: servePage({ html, publicUrl, policy, permissions }) },
  };
}

/** The library draws its arrows as `data:` pictures of its style sheet. */
const policy = ["img-src 'self' data:"] as const;
const permissions = "camera=(), geolocation=(), microphone=()";
