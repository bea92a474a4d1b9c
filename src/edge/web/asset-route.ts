import { anyFile } from "../openapi/media.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import { notModified, pageDoc } from "./page-doc.ts";
import type { WebFiles } from "./web-files.ts";
import { forAnyPage } from "./widget-script.ts";

const yearSeconds = 31_536_000;

/**
 * `GET /assets/{folder}/{version}/{name}`: a file that was built for browsers. A script from before an upgrade can name an older
 * version. It then gets the current file, which must not be cached under that name.
 */
export const assetRoute = (web: WebFiles): Route => ({
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
    get: {
      ...pageDoc({
        id: "getAsset",
        summary: "Returns a built file for browsers. Scripts and pages have the addresses.",
        answer: "The file.",
        media: anyFile,
      }),
      otherAnswers: [notModified],
    },
  },
});
