import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensurePackages } from "../load/service/pinned-packages.ts";
import type { DrawnPlot } from "./plot-files.ts";
import { withTitles } from "./svg-titles.ts";

/** The part of vega that is used. Source: its docs/api/view. */
interface Vega {
  parse(spec: object): object;
  readonly View: new (
    runtime: object,
    options: { readonly renderer: "none" },
  ) => { toSVG(): Promise<string>; finalize(): void };
  resetSVGDefIds(): void;
}

/** The part of vega-lite that is used. Source: its docs/usage/compile. */
interface VegaLite {
  compile(spec: object): { readonly spec: object };
}

/** Draws a plot as SVG; equal plots give equal SVG. */
export type Draw = (plot: Pick<DrawnPlot, "language" | "spec" | "title">) => Promise<string>;

const pinnedFolder = fileURLToPath(new URL("packages", import.meta.url));

/** Installs the drawing packages at the first call. Throws a sentence when they cannot be installed. */
export async function openDraw(cacheFolder: string, progress: (line: string) => void): Promise<Draw> {
  const packages = { pinnedFolder, name: "report", what: "the packages that draw plots" };
  const { resolve } = createRequire(join(ensurePackages(packages, cacheFolder, progress), "package.json"));
  const vega: Vega = await import(pathToFileURL(resolve("vega")).href);
  const vegaLite: VegaLite = await import(pathToFileURL(resolve("vega-lite")).href);
  return async ({ language, spec, title }) => {
    // By default the ids continue from the last picture.
    vega.resetSVGDefIds();
    const view = new vega.View(vega.parse(language === "vega" ? spec : vegaLite.compile(spec).spec), {
      renderer: "none",
    });
    const svg = await view.toSVG();
    view.finalize();
    return withTitles(svg, title);
  };
}
