import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

export interface PageFile {
  readonly contentType: string;
  readonly body: string;
}

const read = (url: URL): string => readFileSync(url, "utf8");

/** The page's files by their path; its script is made from TypeScript here, once. */
export function loadPageFiles(): ReadonlyMap<string, PageFile> {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("./page/chat-page.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  const page = (name: string): string => read(new URL(`./page/${name}`, import.meta.url));
  return new Map([
    ["/chat.html", { contentType: "text/html; charset=utf-8", body: page("chat.html") }],
    ["/chat.css", { contentType: "text/css; charset=utf-8", body: page("chat.css") }],
    ["/icon.svg", { contentType: "image/svg+xml", body: page("icon.svg") }],
    ["/chat.js", { contentType: "text/javascript; charset=utf-8", body: outputFiles[0]?.text ?? "" }],
  ]);
}
