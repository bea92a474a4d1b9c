import type { HttpServer } from "../server/server.ts";
import { assetRoute } from "./asset-route.ts";
import { demoPageRoute } from "./demo-page.ts";
import type { DeskPageParts } from "./desk-page.ts";
import { deskPageRoutes } from "./desk-page.ts";
import { docsPageRoutes } from "./docs-pages.ts";
import { inspectorPageRoutes } from "./inspector-page.ts";
import { siteFileRoutes } from "./site-files.ts";
import { typesRoute } from "./types-route.ts";
import type { WidgetScriptParts } from "./widget-script.ts";
import { widgetScriptRoutes } from "./widget-script.ts";

/** Registers the routes for browsers. */
export function registerPages(server: Pick<HttpServer, "route">, parts: WidgetScriptParts & DeskPageParts): void {
  const routes = [
    assetRoute(parts.web),
    ...widgetScriptRoutes(parts),
    typesRoute(parts.web),
    ...siteFileRoutes(parts.web),
    demoPageRoute(parts),
    ...deskPageRoutes(parts),
    ...inspectorPageRoutes(parts),
    ...docsPageRoutes(parts),
  ];
  for (const route of routes) server.route(route);
}
