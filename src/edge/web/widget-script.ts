import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { clientConversation } from "../../core/ids.ts";
import type { Calls } from "../../runtime/calls.ts";
import type { Directory } from "../../runtime/directory.ts";
import type { ScriptSettings } from "../../web/widget/bridge.types.ts";
import type { Handler, Route } from "../router.ts";
import { answerFile } from "./answer-file.ts";
import type { WebFile, WebFiles } from "./web-files.ts";

export interface WidgetScriptParts {
  readonly web: WebFiles;
  readonly directory: Directory;
  readonly calls: Pick<Calls, "callbackRefusal">;
  readonly publicUrl: () => string;
}

/** How long browsers use a script they have before they ask again: what an administrator changes is seen after it. */
const freshSeconds = 60;
const scriptsRememberedMax = 200;

/** `GET /widget/{widget_id}` and its alias: the script a web site embeds, with the channel's settings in it. Source: WJ-02. */
export function widgetScriptRoutes(parts: WidgetScriptParts): readonly Route[] {
  const get = serveScript(parts);
  return ["/widget/:id", "/script/widget/:id"].map((pattern) => ({ pattern, methods: { get } }));
}

function serveScript({ web, directory, calls, publicUrl }: WidgetScriptParts): Handler {
  const scripts = new LRUCache<string, WebFile>({ max: scriptsRememberedMax });
  const loader = web.find("loader.js")?.plain.toString("utf8");
  if (loader === undefined) throw new Error("Expected loader.js among the pages for browsers: npm run build makes it.");
  const body = `/assets/widget/${web.version("widget")}/body.js`;
  return (exchange, [id = ""]) => {
    const settings = directory.find(id)?.settings;
    if (settings?.kind !== "widget" || settings.widget === null) return exchange.answerCode("not_found");
    exchange.subject = settings.id;
    const callback = calls.callbackRefusal(settings.id, clientConversation(settings.id, ""));
    const embedded = JSON.stringify(toScriptSettings(settings, { body, callback, origin: publicUrl() }));
    const script = scripts.get(embedded) ?? compress(`(SVC_SETTINGS=>{${loader}})(${embedded});`);
    scripts.set(embedded, script);
    answerFile(exchange, script, ["Cache-Control", `public, max-age=${freshSeconds}`, ...forAnyPage]);
  };
}

/** Scripts of the widget run on pages of every origin. */
export const forAnyPage = ["Access-Control-Allow-Origin", "*", "Cross-Origin-Resource-Policy", "cross-origin"] as const;

function toScriptSettings(
  { id }: ChannelSettings,
  { origin, body, callback }: Pick<ScriptSettings, "origin" | "body" | "callback">,
): ScriptSettings {
  const look = { color: null, position: "right", language: null, title: null, greeting: null, sound: true } as const;
  return { id, origin, body, look, contactsForm: true, callback };
}

function compress(text: string): WebFile {
  const plain = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return {
    contentType: "text/javascript; charset=utf-8",
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    brotli: brotliCompressSync(plain, quality),
  };
}
