import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { builtUrl } from "../../core/built-file.ts";

/** The folder for the files that browsers get, beside the program that builds them. */
export const outFolder = relative("", fileURLToPath(builtUrl("web")));

export interface BuiltFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

/** The esbuild options for all browser code. */
export const browser = {
  bundle: true,
  minify: true,
  write: false,
  platform: "browser",
  target: "es2022",
  // Every script is served as UTF-8. Non-ASCII letters are shorter in UTF-8 than as escapes.
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  // The pages know the address of the font: see `font.ts`.
  external: ["/assets/*"] as string[],
  logLevel: "warning",
} as const;
