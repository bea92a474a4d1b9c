import { textOf } from "../openapi/media.ts";
import type { SampleAdmission } from "../routes/sample/sample-admission.ts";
import { admitToSample } from "../routes/sample/sample-admission.ts";
import type { Route } from "../server/router.ts";
import { fillPage } from "./fill-page.ts";
import { createMadeFiles } from "./made-files.ts";
import { notModified, pageDoc } from "./page-doc.ts";
import { htmlType, servePage } from "./people-page.ts";
import type { WebFiles } from "./web-files.ts";
import { builtFile } from "./web-files.ts";

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
  const page = builtFile(web, "sample.html").plain.toString("utf8");
  const pages = createMadeFiles(htmlType);
  return {
    pattern: "/sample/:channel/:token",
    methods: {
      get(exchange, parameters) {
        const entry = admitToSample(parts, exchange, parameters);
        if (entry === null) return;
        const values = { CHANNEL: entry.settings.name, ID: entry.settings.id, VERSION: web.version("sample") };
        const html = pages(JSON.stringify(values), () => fillPage(page, values));
        return servePage({ html, publicUrl, policy, permissions })(exchange, parameters);
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
