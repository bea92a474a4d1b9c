import type { Handler, Route } from "../server/router.ts";
import { leadTo, servePage } from "./people-page.ts";
import type { WebFiles } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /docs/` and below: the pages of the documentation, for everybody. `/docs` and `/docs/protocol` redirect to the pages of
 * their folders. An address without a built page is answered 404.
 */
export function docsPageRoutes({ web, publicUrl }: Pick<WidgetScriptParts, "web" | "publicUrl">): readonly Route[] {
  const page = (pattern: string, pathOf: (name: string) => string): Route => ({
    pattern,
    gate: "none",
    methods: { get: servePageAt(web, publicUrl, pathOf) },
  });
  return [
    leadTo("/docs", "/docs/"),
    page("/docs/", () => "index"),
    page("/docs/:page", (name) => name),
    leadTo("/docs/protocol", "/docs/protocol/"),
    page("/docs/protocol/", () => "protocol/index"),
    page("/docs/protocol/:page", (name) => `protocol/${name}`),
  ];
}

const servePageAt =
  (web: WebFiles, publicUrl: () => string, pathOf: (name: string) => string): Handler =>
  (exchange, parameters) => {
    const html = web.find(`docs-pages/${pathOf(parameters[0] ?? "")}.html`);
    if (html === undefined) return exchange.answerCode("not_found");
    return servePage({ html, publicUrl, policy, permissions })(exchange, parameters);
  };

const policy = ["img-src 'self'"] as const;
const permissions = "camera=(), geolocation=(), microphone=()";
