import { readFileSync } from "node:fs";
import { join } from "node:path";
import { versionOfFiles } from "../../core/files/version-of-files.ts";
import type { BuiltFile } from "./browser-build.ts";
import { outFolder } from "./browser-build.ts";

export const fontFile = "src/web/shared/ui/inter.woff2";

/** The font of the pages. `npm run font` makes the file. */
export const readFont = (): BuiltFile => ({
  path: join(outFolder, "fonts/inter.woff2"),
  contents: readFileSync(fontFile),
});

/** Writes the font's version into the style sheets and pages, so that browsers keep the font until it changes. */
export function withFont(files: readonly BuiltFile[]): readonly BuiltFile[] {
  const version = versionOfFiles([["fonts/inter.woff2", readFont().contents]]);
  return files.map(({ path, contents }) =>
    /\.(css|html)$/.test(path)
      ? { path, contents: Buffer.from(new TextDecoder().decode(contents).replaceAll("__FONTS__", version)) }
      : { path, contents },
  );
}
