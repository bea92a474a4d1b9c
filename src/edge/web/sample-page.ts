import type { SampleAdmission } from "../routes/sample/sample-messages.ts";
import { admitToSample } from "../routes/sample/sample-messages.ts";
import { textOf } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import { pageDoc } from "./page-doc.ts";
import { servePage } from "./people-page.ts";
import type { WebFiles } from "./web-files.ts";
import { createFilledPages } from "./web-files.ts";

/**
 * `GET /sample/{channel}/{token}`: a page on which a person can write as a customer of the channel, as long as no external system
 * is connected. Throws if the page was not built.
 */
export function samplePageRoute({
  web,
  publicUrl,
  ...admission
}: SampleAdmission & { readonly web: WebFiles; readonly publicUrl: () => string }): Route {
  const serve = servePage({ publicUrl, policy: ["img-src 'self'"] });
  const pages = createFilledPages(web, "sample.html");
  return {
    pattern: "/sample/:channel/:token",
    methods: {
      get(exchange, parameters) {
        const entry = admitToSample(admission, exchange, parameters);
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
      },
    },
  };
}
