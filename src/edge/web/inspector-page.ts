import { chartStyle, foldedChartStyle } from "../../charts/chart-style.ts";
import type { Route } from "../server/router.ts";
import { createFilledPages } from "./filled-pages.ts";
import { leadTo, servePage } from "./people-page.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /inspector/`: the administrators' page with the chart of every actor, which contains the login; `/inspector` redirects to
 * it. Throws if the page was not built.
 */
export function inspectorPageRoutes({
  web,
  publicUrl,
}: Pick<WidgetScriptParts, "web" | "publicUrl">): readonly Route[] {
  const serve = servePage({ publicUrl, policy, permissions, styles });
  const pages = createFilledPages(web, "inspector.html");
  return [
    leadTo("/inspector", "/inspector/"),
    {
      pattern: "/inspector/",
      gate: "none",
      methods: { get: (exchange) => serve(exchange, pages()) },
    },
  ];
}

/** For the page's own icon, and for pictures that the page exports. */
const policy = ["img-src 'self' blob:"] as const;
/** The page parses charts as documents; until the page removes the style element of a chart, the policy must allow it. */
const styles = [chartStyle, foldedChartStyle];
const permissions = "camera=(), geolocation=(), microphone=()";
