import { createServer } from "node:http";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { serveOnLoopback } from "../../../src/demo/cast/peer.ts";
import type { Service } from "../../harness/service.ts";
import type { Ending } from "../../harness/temporary-folder.ts";
import type { WatchedPage } from "../browser.ts";
import { openPage } from "../browser.ts";

/** A web site that carries the widget, on an origin of its own. */
export interface Site {
  readonly url: string;
}

export interface SiteOptions {
  /** The widget's channel. */
  readonly channelId?: string;
  /** Runs before the widget's script, from a file of the site. */
  readonly script?: string;
  /** The page's security policy, instead of the strictest one with which the widget must work; `null` for none. */
  readonly policy?: string | null;
  /** Markup below the heading. */
  readonly body?: string;
  /** False: the page adds the widget's script line itself. */
  readonly scriptLine?: boolean;
  /** The address of the script and the socket, if it is not the service's own address. */
  readonly serviceUrl?: string;
}

/** Allows only content from the service, and no text as markup or code. */
const strictest = (service: string, own: string): string =>
  [
    "default-src 'none'",
    `script-src ${service} ${own}`,
    `connect-src ${service} ${service.replace(/^http/, "ws")}`,
    `img-src ${service}`,
    `media-src ${service}`,
    "require-trusted-types-for 'script'",
  ].join("; ");

/** Every path but `/page.js` is a page with the widget. */
export async function openSite(t: Ending, { url }: Pick<Service, "url">, options: SiteOptions = {}): Promise<Site> {
  const { channelId = "MOBILEAPP1", script = "", body = "", serviceUrl = url, policy, scriptLine = true } = options;
  const line = scriptLine ? `<script src="${serviceUrl}/widget/${channelId}" async></script>` : "";
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    if (path === "/page.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
      return;
    }
    const own = `http://${request.headers.host}`;
    const rule = policy === undefined ? strictest(serviceUrl, own) : policy;
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      ...(rule !== null && { "content-security-policy": rule }),
    });
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title><script src="/page.js"></script></head>
      <body><main><h1>Shop</h1>${body}</main>${line}</body></html>`);
  });
  return { url: await serveOnLoopback(t, server) };
}

/** The record that the page script below keeps of each callback: its name and its arguments. */
export type Heard = readonly [name: string, ...values: unknown[]];

/** A page script that keeps all callbacks in `window.heard`. */
export const keepCallbacks = `
  window.heard = [];
  for (const name of ["LoadCallback", "Open", "Close", "MessageSent", "Accept", "Introduction", "ResizeCallback",
    "CallStart", "CallEnd", "ChangeState"])
    window["svc_on" + name] = (...values) => heard.push(["svc_on" + name, ...values]);
`;

/** A page of the site on which the widget has loaded. */
export async function visit(
  browser: Browser,
  site: Site,
  { path = "/", ...options }: BrowserContextOptions & { readonly path?: string } = {},
): Promise<WatchedPage> {
  const watched = await openPage(browser, `${site.url}${path}`, options);
  await watched.page.locator("svc-widget button").first().waitFor();
  return watched;
}
