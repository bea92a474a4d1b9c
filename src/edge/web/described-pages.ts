import type { Route } from "../server/router.ts";
import { fillPage } from "./fill-page.ts";
import { htmlType, servePage } from "./people-page.ts";
import { builtFile, textFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * Pages of the documentation for everybody. `GET /docs/api`: the API reference, made of `/openapi.json` in the browser.
 * `GET /docs/events`: the webhook events and the frames of the sockets. Throws when they were not built.
 */
export function describedPageRoutes({
  web,
  publicUrl,
}: Pick<WidgetScriptParts, "web" | "publicUrl">): readonly Route[] {
  const pageAt = (pattern: string, name: string): Route => {
    const built = builtFile(web, name).plain.toString("utf8");
    const html = textFile(htmlType, fillPage(built, { REFERENCE: web.version("reference") }));
    return { pattern, gate: "none", methods: { get: servePage({ html, publicUrl, policy, permissions }) } };
  };
  return [pageAt("/docs/api", "docs-api.html"), pageAt("/docs/events", "docs-events.html")];
}

const policy = ["img-src 'self'"] as const;
const permissions = "camera=(), geolocation=(), microphone=()";
