import type { OutputFile } from "esbuild";

/** The folder for the files that browsers get. */
export const outFolder = "dist/web";

export type BuiltFile = Pick<OutputFile, "path" | "contents">;

/** Whether the file is already compressed. Pictures are, so they get no compressed forms. */
export const isPacked = (path: string): boolean => path.endsWith(".png");

/** The quality of brotli, 0 to 11. The documentation is a lot of text, and the highest quality takes ten times as long to save a tenth. */
export const brotliQuality = (path: string): number => (/\/docs(-pages)?\//.test(path) ? 9 : 11);

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
  logLevel: "warning",
} as const;
