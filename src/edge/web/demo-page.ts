import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { textOf } from "../openapi/media.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import { createFilledPages } from "./filled-pages.ts";
import { notModified, pageDoc } from "./page-doc.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /demo/{widget_id}`: a page of the service with the widget, a button for each method and a log of the callbacks. Throws if
 * the page was not built.
 */
export function demoPageRoute({ web, directory, publicUrl }: Omit<WidgetScriptParts, "calls">): Route {
  const pages = createFilledPages(web, "demo.html");
  return {
    pattern: "/demo/:id",
    methods: {
      get(exchange, [id = ""]) {
        const settings = directory.find(id)?.settings;
        if (settings?.kind !== "widget" || settings.widget === null) return exchange.answerCode("not_found");
        exchange.subject = settings.id;
        const filled = pages(valuesOf(settings, publicUrl()));
        const policy = policyFor(publicUrl());
        answerFile(exchange, filled, ["Content-Security-Policy", policy, "Cache-Control", "no-cache"]);
      },
    },
    docs: {
      get: {
        ...pageDoc({
          id: "getDemoPage",
          summary: "Shows a page with the widget to try all its functions.",
          answer: "The page.",
          media: textOf("text/html"),
        }),
        otherAnswers: [notModified],
      },
    },
  };
}

/** The policy, which is also recommended to web sites with the widget. */
const policyFor = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // In some browsers `'self'` does not include sockets of the same host.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    "img-src 'self'",
    "media-src 'self'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

const valuesOf = ({ id, widget }: ChannelSettings, publicUrl: string) => ({
  ID: encodeURIComponent(id),
  LINE: `<script src="${publicUrl}/widget/${encodeURIComponent(id)}" async></script>`,
  SIDE: widget?.look.position ?? "right",
});
