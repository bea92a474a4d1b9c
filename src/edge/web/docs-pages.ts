import type { Handler, Route } from "../server/router.ts";
import { leadTo, servePage } from "./people-page.ts";
import type { WebFiles } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

/**
 * `GET /docs/` and below: the pages of the documentation, for everybody. `/docs` and the names of folders redirect to the pages
 * of the folders. An address without a built page is answered 404.
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
    ...folders.flatMap((folder) => [
      leadTo(`/docs/${folder}`, `/docs/${folder}/`),
      page(`/docs/${folder}/`, () => `${folder}/index`),
      page(`/docs/${folder}/:page`, (name) => `${folder}/${name}`),
    ]),
  ];
}

const folders = ["protocol", "decisions"] as const;

function servePageAt(web: WebFiles, publicUrl: () => string, pathOf: (name: string) => string): Handler {
  const serve = servePage({ publicUrl, policy, permissions });
  return (exchange, [name = ""]) => {
    const html = web.find(`docs-pages/${pathOf(name)}.html`);
    if (html === undefined) return exchange.answerCode("not_found");
    return serve(exchange, html);
  };
}

const policy = ["img-src 'self'"] as const;
const permissions = "camera=(), geolocation=(), microphone=()";
