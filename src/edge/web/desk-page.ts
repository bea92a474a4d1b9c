import type { HttpExchange } from "../http-exchange.ts";
import type { Route } from "../router.ts";
import { fillPage } from "./fill-page.ts";
import type { WebFiles } from "./web-files.ts";
import { builtFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /desk/`: the agents' page, which asks for a login itself; `/` and `/desk` lead there. `GET /desk/manifest.webmanifest`: what
 * browsers need to install it. Pages for people: `/openapi.json` says nothing of them. Throws when they were not built. Source: CH-01.
 */
export function deskPageRoutes({ web, publicUrl }: Pick<WidgetScriptParts, "web" | "publicUrl">): readonly Route[] {
  const page = filled(web, "desk.html");
  const manifest = filled(web, "desk.webmanifest");
  return [
    leadHere("/"),
    leadHere("/desk"),
    {
      pattern: "/desk/",
      gate: "none",
      methods: { get: (exchange) => answerPage(exchange, page, publicUrl()) },
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

const leadHere = (pattern: string): Route => ({
  pattern,
  gate: "none",
  methods: { get: (exchange) => exchange.answer(302, { headers: ["Location", "/desk/"], body: "" }) },
});

const notKept = ["X-Content-Type-Options", "nosniff", "Cache-Control", "no-cache"];

const filled = (web: WebFiles, path: string): string =>
  fillPage(builtFile(web, path).plain.toString("utf8"), { VERSION: web.version("desk") });

function answerPage(exchange: HttpExchange, page: string, publicUrl: string): void {
  exchange.answer(200, {
    contentType: "text/html; charset=utf-8",
    headers: [
      ...["Content-Security-Policy", policyFor(publicUrl)],
      ...["Referrer-Policy", "no-referrer"],
      ...["Permissions-Policy", "camera=(), geolocation=(), microphone=(self)"],
      ...["Cross-Origin-Opener-Policy", "same-origin"],
      ...notKept,
    ],
    body: page,
  });
}

/** Pictures, sound and films come from wherever customers keep them. Source: CH-58. */
const policyFor = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Not every browser counts the sockets of its own host as its own.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    "img-src 'self' http: https: blob: data:",
    "media-src 'self' http: https: blob:",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
