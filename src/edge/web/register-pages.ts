import type { HttpServer } from "../server.ts";
import { assetRoute } from "./asset-route.ts";
import type { WidgetScriptParts } from "./widget-script.ts";
import { widgetScriptRoutes } from "./widget-script.ts";

/** What browsers get. */
export function registerPages(server: Pick<HttpServer, "route">, parts: WidgetScriptParts): void {
  for (const route of [assetRoute(parts.web), ...widgetScriptRoutes(parts)]) server.route(route);
}
