import { chartStyle, foldedChartStyle } from "../../charts/chart-style.ts";
import type { Route } from "../server/router.ts";
import { fillPage } from "./fill-page.ts";
import { htmlType, leadTo, servePage } from "./people-page.ts";
import { builtFile, textFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /inspector/`: the administrators' page with the chart of every actor, which contains the login; `/inspector` redirects to
 * it. Throws if the page was not built.
 */
export function inspectorPageRoutes({
  web,
  publicUrl,
}: Pick<WidgetScriptParts, "web" | "publicUrl">): readonly Route[] {
  const built = builtFile(web, "inspector.html").plain.toString("utf8");
  const html = textFile(htmlType, fillPage(built, { VERSION: web.version("inspector") }));
  return [
    leadTo("/inspector", "/inspector/"),
    {
      pattern: "/inspector/",
      gate: "none",
      methods: { get: servePage({ html, publicUrl, policy, permissions, styles }) },
    },
  ];
}

/** For the page's own icon, and for pictures that the page exports. */
const policy = ["img-src 'self' blob:"] as const;
/** The page parses charts as documents; until the page removes the style element of a chart, the policy must allow it. */
const styles = [chartStyle, foldedChartStyle];
const permissions = "camera=(), geolocation=(), microphone=()";
