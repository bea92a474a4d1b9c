import type { Route } from "../router.ts";
import { fillPage } from "./fill-page.ts";
import { answerPage, leadTo, notKept } from "./people-page.ts";
import type { WebFiles } from "./web-files.ts";
import { builtFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /desk/`: the agents' page, which asks for a login itself; `/` and `/desk` lead there. `GET /desk/manifest.webmanifest`: what
 * browsers need to install it. Throws when they were not built. Source: CH-01.
 */
export function deskPageRoutes({ web, publicUrl }: Pick<WidgetScriptParts, "web" | "publicUrl">): readonly Route[] {
  const html = filled(web, "desk.html");
  const manifest = filled(web, "desk.webmanifest");
  return [
    leadTo("/", "/desk/"),
    leadTo("/desk", "/desk/"),
    {
      pattern: "/desk/",
      gate: "none",
      methods: { get: (exchange) => answerPage(exchange, { html, publicUrl: publicUrl(), policy, permissions }) },
    },
    {
      pattern: "/desk/manifest.webmanifest",
      gate: "none",
      methods: {
        get: (exchange) =>
          exchange.answer(200, { contentType: "application/manifest+json", headers: notKept, body: manifest }),
      },
    },
  ];
}

/** Pictures, sound and films come from wherever customers keep them. Source: CH-58. */
const policy = [
  "img-src 'self' http: https: blob: data:",
  "media-src 'self' http: https: blob:",
  "manifest-src 'self'",
] as const;
const permissions = "camera=(), geolocation=(), microphone=(self)";

const filled = (web: WebFiles, path: string): string =>
  fillPage(builtFile(web, path).plain.toString("utf8"), { VERSION: web.version("desk") });
