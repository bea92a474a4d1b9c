import type { Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import type { WebFile, WebFiles } from "./web-files.ts";
import { builtFile, textFile } from "./web-files.ts";

const daySeconds = 86_400;

/** Conversations and their pages are nothing for a search engine. */
const robots = textFile("text/plain; charset=utf-8", "User-agent: *\nDisallow: /\n");

/** The files that browsers and robots look for on every site. Throws if the icon was not built. */
export function siteFileRoutes(web: WebFiles): readonly Route[] {
  const icon = (): WebFile => builtFile(web, "desk/icon.svg");
  icon();
  const files = { "/favicon.ico": icon, "/robots.txt": () => robots };
  return Object.entries(files).map(([pattern, file]) => ({
    pattern,
    gate: "none",
    methods: {
      get: (exchange) => answerFile(exchange, file(), ["Cache-Control", `public, max-age=${daySeconds}`]),
    },
  }));
}
