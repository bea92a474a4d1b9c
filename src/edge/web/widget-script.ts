import type { Calls } from "../../domain/call/calls.ts";
import type { Directory } from "../../domain/directory.ts";
import type { ScriptSettings } from "../../web/widget/bridge.types.ts";
import { textOf } from "../server/operation.ts";
import type { Handler, Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import { pageDoc } from "./page-doc.ts";
import type { WebFiles } from "./web-files.ts";
import { builtFile, createMadeFiles, textFile } from "./web-files.ts";

export interface WidgetSources {
  readonly web: WebFiles;
  readonly directory: Directory;
  readonly calls: Calls;
  readonly publicUrl: () => string;
}

/** The time for which browsers cache the script. Changes of an administrator are visible after this time. */
const freshSeconds = 60;

/**
 * `GET /widget/{widget_id}` and its aliases: the script that a web site embeds, with the channel's settings in it. Source: WJ-02.
 */
export function widgetScriptRoutes(parts: WidgetSources): readonly Route[] {
  const get = serveScript(parts);
  const describe = (id: string) => ({
    get: pageDoc({
      id,
      summary: "Returns the script of the widget for the pages of a web site.",
      answer: "The script, with the widget's settings in it.",
      media: textOf("text/javascript"),
    }),
  });
  return [
    { pattern: "/widget/:id", methods: { get }, docs: describe("getWidgetScript") },
    {
      pattern: "/script/widget/:id",
      methods: { get: (exchange, [id = ""]) => get(exchange, [id.replace(/\.js$/, "")]) },
      docs: describe("getWidgetScriptByAlias"),
    },
    {
      pattern: "/widget.js",
      gate: "none",
      methods: { get: (exchange) => answerFile(exchange, finder, ["Cache-Control", "no-cache", ...forAnyPage]) },
      docs: describe("getWidgetFinder"),
    },
  ];
}

/** Loads the script of the widget that an attribute such as `data-widget-id` of its own tag names. */
const finder = textFile(
  "text/javascript; charset=utf-8",
  `{
  const own = document.currentScript;
  const found = own && [...own.attributes].find(({ name }) => /^data-([a-z]+-)?id$/.test(name));
  if (found) {
    const script = document.createElement("script");
    script.async = true;
    script.nonce = own.nonce;
    script.src = new URL("widget/" + encodeURIComponent(found.value), own.src);
    own.after(script);
  } else console.error("Expected the id of a widget in the attribute data-widget-id of the script tag.");
}
`,
);

function serveScript({ web, directory, calls, publicUrl }: WidgetSources): Handler {
  const scripts = createMadeFiles("text/javascript; charset=utf-8");
  for (const path of ["loader.js", "widget/body.js"]) builtFile(web, path);
  return (exchange, [id = ""]) => {
    const settings = directory.find(id)?.settings;
    if (settings?.kind !== "widget" || settings.widget === null) return exchange.answerCode("not_found");
    exchange.subject = settings.id;
    const { look, contactsForm, contactsFirst, home, suggestions } = settings.widget;
    const callback = calls.channelRefusal(settings.id);
    const loader = builtFile(web, "loader.js");
    const body = `/assets/widget/${web.version("widget")}/body.js`;
    const embedded = toSource({
      id: settings.id,
      origin: publicUrl(),
      body,
      look,
      contactsForm,
      ...(contactsFirst && { contactsFirst }),
      ...(home && { suggestions }),
      callback,
    });
    const script = scripts(`${loader.etag}${embedded}`, () => `(SVC_SETTINGS=>{${loader.plain}})(${embedded})`);
    answerFile(exchange, script, ["Cache-Control", `public, max-age=${freshSeconds}`, ...forAnyPage]);
  };
}

/** Encodes the settings as an expression that is safe wherever the script is embedded, also inside the HTML of a page. */
const toSource = (settings: ScriptSettings): string =>
  JSON.stringify(settings).replace(
    /[<\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Scripts of the widget run on pages of every origin. */
export const forAnyPage = ["Access-Control-Allow-Origin", "*", "Cross-Origin-Resource-Policy", "cross-origin"] as const;
