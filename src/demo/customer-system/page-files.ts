import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

export interface PageFile {
  readonly contentType: string;
  readonly body: string;
}

const read = (url: URL): string => readFileSync(url, "utf8");

/** Returns the pages' files by path. The scripts are compiled from TypeScript here, once. */
export function loadPageFiles(): ReadonlyMap<string, PageFile> {
  const page = (name: string): string => read(new URL(`./page/${name}`, import.meta.url));
  return new Map([
    ["/chat.html", { contentType: "text/html; charset=utf-8", body: page("chat.html") }],
    ["/connect.html", { contentType: "text/html; charset=utf-8", body: page("connect.html") }],
    ["/chat.css", { contentType: "text/css; charset=utf-8", body: page("chat.css") }],
    ["/icon.svg", { contentType: "image/svg+xml", body: page("icon.svg") }],
    [
      "/chat.js",
      {
        contentType: "text/javascript; charset=utf-8",
        body: toScript(new URL("./page/chat-page.ts", import.meta.url)),
      },
    ],
    [
      "/connect.js",
      {
        contentType: "text/javascript; charset=utf-8",
        body: toScript(new URL("./page/connect-page.ts", import.meta.url)),
      },
    ],
  ]);
}

function toScript(source: URL): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
