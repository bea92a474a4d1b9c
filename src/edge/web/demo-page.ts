import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Route } from "../router.ts";
import { fillPage } from "./fill-page.ts";
import { pageDoc } from "./page-doc.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /demo/{widget_id}`: a page of the service that carries the widget, with a button for each method and a log of the callbacks.
 * Throws when it was not built.
 */
export function demoPageRoute({ web, directory, publicUrl }: Omit<WidgetScriptParts, "calls">): Route {
  const page = web.find("demo.html")?.plain.toString("utf8");
  if (page === undefined) throw new Error("Expected demo.html among the pages for browsers: npm run build makes it.");
  return {
    pattern: "/demo/:id",
    methods: {
      get(exchange, [id = ""]) {
        const settings = directory.find(id)?.settings;
        if (settings?.kind !== "widget" || settings.widget === null) return exchange.answerCode("not_found");
        exchange.subject = settings.id;
        exchange.answer(200, {
          contentType: "text/html; charset=utf-8",
          headers: [
            ...["Content-Security-Policy", policyFor(publicUrl())],
            ...["X-Content-Type-Options", "nosniff"],
            ...["Cache-Control", "no-cache"],
          ],
          body: fillPage(page, valuesOf(settings, publicUrl(), web.version("demo"))),
        });
      },
    },
    docs: { get: pageDoc("getDemoPage", "A page with the widget, to try everything it can do.", "The page.") },
  };
}

/** What web sites should hold the widget to as well, but for pictures, which agents may have anywhere. */
const policyFor = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Not every browser counts the sockets of its own host as its own.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    "img-src 'self' https:",
    "media-src 'self'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

const valuesOf = ({ id, widget }: ChannelSettings, publicUrl: string, version: string) => ({
  ID: encodeURIComponent(id),
  LINE: `<script src="${publicUrl}/widget/${encodeURIComponent(id)}" async></script>`,
  SIDE: widget?.look.position ?? "right",
  VERSION: version,
});
