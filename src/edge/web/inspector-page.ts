import { chartStyle, foldedChartStyle } from "../../charts/chart-style.ts";
import type { Route } from "../server/router.ts";
import { fillPage } from "./fill-page.ts";
import { htmlType, leadTo, servePage } from "./people-page.ts";
import { builtFile, textFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /inspector/`: the administrators' page on every actor's chart, which asks for a login itself; `/inspector` leads there.
 * Throws when it was not built.
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

/** Its own icon; and what it makes of a picture it exports. */
const policy = ["img-src 'self' blob:"] as const;
/** The page reads charts as documents, in which their own style stands until it is taken out. */
const styles = [chartStyle, foldedChartStyle];
const permissions = "camera=(), geolocation=(), microphone=()";
