import type { Config } from "../../config/config.types.ts";
import type { Route } from "../server/router.ts";
import { answerFile } from "./answer-file.ts";
import { createFilledPages } from "./filled-pages.ts";
import { leadTo, notKept, servePage } from "./people-page.ts";
import type { WidgetScriptParts } from "./widget-script.ts";

export interface DeskPageParts extends Pick<WidgetScriptParts, "web" | "publicUrl"> {
  readonly remotePictures: () => Config["remotePictures"];
}

/**
 * `GET /desk/`: the agents' page, which contains the login; `/` and `/desk` redirect to it. `GET /desk/manifest.webmanifest`: the
 * manifest that browsers need to install the page. Throws if they were not built. Source: CH-01.
 */
export function deskPageRoutes({ web, publicUrl, remotePictures }: DeskPageParts): readonly Route[] {
  const serve = servePage({ publicUrl, policy, permissions });
  const pages = createFilledPages(web, "desk.html");
  const manifests = createFilledPages(web, "desk.webmanifest");
  return [
    leadTo("/", "/desk/"),
    leadTo("/desk", "/desk/"),
    {
      pattern: "/desk/",
      gate: "none",
      methods: { get: (exchange) => serve(exchange, pages({ PICTURES: remotePictures() })) },
    },
    {
      pattern: "/desk/manifest.webmanifest",
      gate: "none",
      methods: { get: (exchange) => answerFile(exchange, manifests(), notKept) },
    },
  ];
}

/**
 * Audio and video load from the customers' hosts, when an agent starts them; pictures load through the service. Source: CH-58.
 */
const policy = ["img-src 'self' blob: data:", "media-src 'self' http: https: blob:", "manifest-src 'self'"] as const;
const permissions = "camera=(), geolocation=(), microphone=(self)";
