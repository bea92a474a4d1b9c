import { textOf } from "../openapi/media.ts";
import type { SampleAdmission } from "../routes/sample/sample-messages.ts";
import { admitToSample } from "../routes/sample/sample-messages.ts";
import type { Route } from "../server/router.ts";
import { createFilledPages } from "./filled-pages.ts";
import { notModified, pageDoc } from "./page-doc.ts";
import { servePage } from "./people-page.ts";
import type { WebFiles } from "./web-files.ts";

export interface SamplePageParts extends SampleAdmission {
  readonly web: WebFiles;
  readonly publicUrl: () => string;
}

/**
 * `GET /sample/{channel}/{token}`: a page on which a person can write as a customer of the channel, as long as no external system
 * is connected. Throws if the page was not built.
 */
export function samplePageRoute(parts: SamplePageParts): Route {
  const { web, publicUrl } = parts;
  const serve = servePage({ publicUrl, policy, permissions });
  const pages = createFilledPages(web, "sample.html");
  return {
    pattern: "/sample/:channel/:token",
    methods: {
      get(exchange, parameters) {
        const entry = admitToSample(parts, exchange, parameters);
        if (entry === null) return;
        serve(exchange, pages({ CHANNEL: entry.settings.name, ID: entry.settings.id }));
      },
    },
    docs: {
      get: {
        ...pageDoc({
          id: "getSamplePage",
          summary: "Shows a page to write as the built-in sample customer of a channel.",
          answer: "The page.",
          media: textOf("text/html"),
        }),
        tag: "Sample customer",
        otherAnswers: [notModified],
      },
    },
  };
}

const policy = ["img-src 'self'"] as const;
const permissions = "camera=(), geolocation=(), microphone=()";
