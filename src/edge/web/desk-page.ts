import type { Config } from "../../config/config.types.ts";
import type { Handler, Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import { fillPage } from "./fill-page.ts";
import { htmlType, leadTo, notKept, servePage } from "./people-page.ts";
import type { WebFile, WebFiles } from "./web-files.ts";
import { builtFile, textFile } from "./web-files.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

export interface DeskPageParts extends Pick<WidgetScriptParts, "web" | "publicUrl"> {
  readonly remotePictures: () => Config["remotePictures"];
}

/**
 * `GET /desk/`: the agents' page, which contains the login; `/` and `/desk` redirect to it. `GET /desk/manifest.webmanifest`: the
 * manifest that browsers need to install the page. Throws if they were not built. Source: CH-01.
 */
export function deskPageRoutes({ web, publicUrl, remotePictures }: DeskPageParts): readonly Route[] {
  const pageFor = (pictures: Config["remotePictures"]): Handler => {
    const html = filled(web, "desk.html", htmlType, { PICTURES: pictures });
    return servePage({ html, publicUrl, policy, permissions });
  };
  const pages = { proxied: pageFor("proxied"), off: pageFor("off") };
  const manifest = filled(web, "desk.webmanifest", "application/manifest+json", {});
  return [
    leadTo("/", "/desk/"),
    leadTo("/desk", "/desk/"),
    {
      pattern: "/desk/",
      gate: "none",
      methods: { get: (...asked) => pages[remotePictures()](...asked) },
    },
    {
      pattern: "/desk/manifest.webmanifest",
      gate: "none",
      methods: { get: (exchange) => answerFile(exchange, manifest, notKept) },
    },
  ];
}

/**
 * Audio and video load from the customers' hosts, when an agent starts them; pictures load through the service. Source: CH-58.
 */
const policy = ["img-src 'self' blob: data:", "media-src 'self' http: https: blob:", "manifest-src 'self'"] as const;
const permissions = "camera=(), geolocation=(), microphone=(self)";

const filled = (
  web: WebFiles,
  path: string,
  contentType: string,
  values: Readonly<Record<string, string>>,
): WebFile => {
  const page = builtFile(web, path).plain.toString("utf8");
  return textFile(contentType, fillPage(page, { VERSION: web.version("desk"), ...values }));
};
