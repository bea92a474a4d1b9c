import type { OutputFile } from "esbuild";

/** Where browsers' files are put. */
export const outFolder = "dist/web";

export type BuiltFile = Pick<OutputFile, "path" | "contents">;

/** Pictures are compressed already: they have no other forms. */
export const isPacked = (path: string): boolean => path.endsWith(".png");

/** Of brotli, 0 to 11. The documentation is much text: the highest quality takes ten times as long for a tenth less. */
export const brotliQuality = (path: string): number => (/\/docs(-pages)?\//.test(path) ? 9 : 11);

/** How code for browsers is built. */
export const browser = {
  bundle: true,
  minify: true,
  write: false,
  platform: "browser",
  target: "es2022",
  // Every script is served as UTF-8: letters of other scripts are shorter as they are.
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
} as const;
