import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { fontFile } from "../../src/web/build/font.ts";

/** Inter for Latin languages, with all its weights. */
const source = "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

/** The letters that `shared/ui/font.css` names. The system's font draws all others. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2013, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
] as const;

const letters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)))
  .join("");

/** `npm run font` writes the font of the pages anew: the letters and weights of Inter that the pages use. */
const font = await subsetFont(readFileSync(source), letters, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 400, max: 600, default: 400 } },
});
writeFileSync(fontFile, font);
