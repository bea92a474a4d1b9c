import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { chartStyle, foldedChartStyle } from "../../charts/chart-style.ts";
import type { Config } from "../../config/config.types.ts";
import { anyFile, textOf } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import type { HttpServer } from "../server/server.ts";
import { answerFile } from "./answer-file.ts";
import { notModified, pageDoc } from "./page-doc.ts";
import { leadTo, notKept, servePage } from "./people-page.ts";
import type { WebFile, WebFiles } from "./web-files.ts";
import { builtFile, createFilledPages, textFile } from "./web-files.ts";
import type { WidgetSources } from "./widget-script.ts";
import { forAnyPage, widgetScriptRoutes } from "./widget-script.ts";

interface PageSources extends WidgetSources {
  /** Read at each request, because a reload can change it. */
  readonly shown: Pick<Config, "remotePictures" | "linkPreviews">;
}

/** Registers the routes for browsers. */
export function registerPages(server: Pick<HttpServer, "route">, parts: PageSources): void {
  const routes = [
    assetRoute(parts.web),
    ...widgetScriptRoutes(parts),
    typesRoute(parts.web),
    ...siteFileRoutes(parts.web),
    demoPageRoute(parts),
    ...deskPageRoutes(parts),
    previewPageRoute(parts.web),
    ...inspectorPageRoutes(parts),
    ...docsPageRoutes(parts),
    ...partsPageRoutes(parts.web),
  ];
  for (const route of routes) server.route(route);
}

const yearSeconds = 31_536_000;

/**
 * `GET /assets/{folder}/{version}/{name}`: a file that was built for browsers. A script from before an upgrade can name an older
 * version. It then gets the current file, which must not be cached under that name.
 */
const assetRoute = (web: WebFiles): Route => ({
  pattern: "/assets/:folder/:version/:name",
  gate: "none",
  methods: {
    get(exchange, [folder = "", version = "", name = ""]) {
      const file = web.find(`${folder}/${name}`);
      if (file === undefined) return exchange.answerCode("not_found");
      const isPresent = version === web.version(folder);
      const caching = isPresent ? `public, max-age=${yearSeconds}, immutable` : "no-store";
      answerFile(exchange, file, ["Cache-Control", caching, ...forAnyPage]);
    },
  },
  docs: {
    get: pageDoc({
      id: "getAsset",
      summary: "Returns a built file for browsers. Scripts and pages have the addresses.",
      answer: "The file.",
      media: anyFile,
    }),
  },
});

/**
 * `GET /demo/{widget_id}`: a page of the service with the widget, a button for each method and a log of the callbacks. Throws if
 * the page was not built.
 */
function demoPageRoute({ web, directory, publicUrl }: PageSources): Route {
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
      get: pageDoc({
        id: "getDemoPage",
        summary: "Shows a page with the widget to try all its functions.",
        answer: "The page.",
        media: textOf("text/html"),
      }),
    },
  };
}

/** The policy, which is also recommended to web sites with the widget. */
const policyFor = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
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

/**
 * `GET /desk/`: the agents' page, which contains the login; `/` and `/desk` redirect to it. `GET /desk/manifest.webmanifest`: the
 * manifest that browsers need to install the page. Throws if they were not built. Source: CH-01.
 */
function deskPageRoutes({ web, publicUrl, shown }: PageSources): readonly Route[] {
  const serve = servePage({ publicUrl, policy: deskPolicy, permissions: deskPermissions });
  const pages = createFilledPages(web, "desk.html");
  const manifests = createFilledPages(web, "desk.webmanifest");
  return [
    leadTo("/", "/desk/"),
    leadTo("/desk", "/desk/"),
    {
      pattern: "/desk/",
      gate: "none",
      methods: {
        get: (exchange) => serve(exchange, pages({ PICTURES: shown.remotePictures, PREVIEWS: shown.linkPreviews })),
      },
    },
    {
      pattern: "/desk/manifest.webmanifest",
      gate: "none",
      methods: { get: (exchange) => answerFile(exchange, manifests(), notKept) },
    },
  ];
}

/** `GET /desk/preview`: the widget with a played conversation, in a frame of the desk's settings. Throws if the page was not built. */
function previewPageRoute(web: WebFiles): Route {
  const pages = createFilledPages(web, "preview.html");
  return {
    pattern: "/desk/preview",
    gate: "none",
    methods: {
      get(exchange) {
        const filled = pages({ BODY: `/assets/widget/${web.version("widget")}/body.js` });
        answerFile(exchange, filled, ["Content-Security-Policy", previewPolicy, ...notKept]);
      },
    },
  };
}

/** Nothing is sent from there: the service is played. */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** `GET /ui/`: every part of the pages in each state. Only a service in development has it: a release is built without the page. */
function partsPageRoutes(web: WebFiles): readonly Route[] {
  if (web.find("ui.html") === undefined) return [];
  const pages = createFilledPages(web, "ui.html");
  return [
    {
      pattern: "/ui/",
      gate: "none",
      methods: {
        get: (exchange) => answerFile(exchange, pages(), ["Content-Security-Policy", partsPolicy, ...notKept]),
      },
    },
  ];
}

/** The page shows itself in frames. */
const partsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/**
 * Audio and video load from the customers' hosts, when an agent starts them; pictures load through the service. Source: CH-58.
 */
const deskPolicy = [
  "frame-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' http: https: blob:",
  "manifest-src 'self'",
] as const;
const deskPermissions = "camera=(), geolocation=(), microphone=(self)";

const daySeconds = 86_400;

/** Conversations and their pages are nothing for a search engine. */
const robots = textFile("text/plain; charset=utf-8", "User-agent: *\nDisallow: /\n");

/** The files that browsers and robots look for on every site. Throws if the icon was not built. */
function siteFileRoutes(web: WebFiles): readonly Route[] {
  const icon = (): WebFile => builtFile(web, "desk/icon.svg");
  icon();
  const list = (): WebFile => builtFile(web, "docs-pages/llms.txt");
  const files = { "/favicon.ico": icon, "/robots.txt": () => robots, "/llms.txt": list };
  return Object.entries(files).map(([pattern, file]) => ({
    pattern,
    gate: "none",
    methods: {
      get: (exchange) => answerFile(exchange, file(), ["Cache-Control", `public, max-age=${daySeconds}`]),
    },
  }));
}

/** `GET /widget.d.ts`: the types of the widget's script, for pages in TypeScript. Throws if they were not built. */
function typesRoute(web: WebFiles): Route {
  const types = (): WebFile => builtFile(web, "widget/svc-api.d.ts");
  types();
  return {
    pattern: "/widget.d.ts",
    gate: "none",
    methods: { get: (exchange) => answerFile(exchange, types(), ["Cache-Control", "no-cache", ...forAnyPage]) },
    docs: {
      get: {
        id: "getWidgetTypes",
        summary: "Returns the TypeScript types of the JavaScript API of the widget.",
        tag: "Widget",
        access: "anyone",
        answer: { status: 200, description: "The types.", media: textOf("text/plain") },
        otherAnswers: [notModified],
      },
    },
  };
}

/**
 * `GET /inspector/`: the administrators' page with the chart of every actor, which contains the login; `/inspector` redirects to
 * it. Throws if the page was not built.
 */
function inspectorPageRoutes({ web, publicUrl }: PageSources): readonly Route[] {
  const serve = servePage({ publicUrl, policy: inspectorPolicy, styles });
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
const inspectorPolicy = ["img-src 'self' blob:"] as const;
/** The page parses charts as documents; until the page removes the style element of a chart, the policy must allow it. */
const styles = [chartStyle, foldedChartStyle];

/**
 * `GET /docs/` and below: the pages of the documentation, for everybody. `/docs` and the names of folders redirect to the pages
 * of the folders. `NAME.md` is the Markdown of a page. An address without a built page is answered 404.
 */
function docsPageRoutes({ web, publicUrl }: PageSources): readonly Route[] {
  const page = (pattern: string, pathOf: (name: string) => string): Route => ({
    pattern,
    gate: "none",
    methods: { get: servePageAt(web, publicUrl, pathOf) },
  });
  return [
    leadTo("/docs", "/docs/"),
    page("/docs/", () => "index"),
    page("/docs/:page", (name) => name),
    page("/docs/api/:page", (name) => `api/${name}`),
    ...folders.flatMap((folder) => [
      leadTo(`/docs/${folder}`, `/docs/${folder}/`),
      page(`/docs/${folder}/`, () => `${folder}/index`),
      page(`/docs/${folder}/:page`, (name) => `${folder}/${name}`),
    ]),
  ];
}

const folders = ["protocol", "decisions"] as const;

function servePageAt(web: WebFiles, publicUrl: () => string, pathOf: (name: string) => string): Handler {
  const serve = servePage({ publicUrl, policy: ["img-src 'self'"] });
  return (exchange, [name = ""]) => {
    const markdown = name.endsWith(".md") ? web.find(`docs-pages/${pathOf(name)}`) : undefined;
    if (markdown !== undefined) return answerFile(exchange, markdown, notKept);
    const html = web.find(`docs-pages/${pathOf(name)}.html`);
    if (html === undefined) return exchange.answerCode("not_found");
    return serve(exchange, html);
  };
}
