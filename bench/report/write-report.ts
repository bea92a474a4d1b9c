import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scenarioNames } from "../load/options.ts";
import type { Draw } from "./draw.ts";
import type { FiguresFile } from "./figures-file.ts";
import { readFigures } from "./figures-file.ts";
import { joinFigures } from "./join-figures.ts";
import { renderReport } from "./markdown.ts";
import type { DrawnPlot } from "./plot-files.ts";
import { flamesOf, plotFilesOf, plotsName } from "./plot-files.ts";

const reportName = "report.md";

/** Writes the report of these figures with its plots into the folder; returns its path. */
export async function writeReport(files: readonly FiguresFile[], folder: string, draw: Draw): Promise<string> {
  const joined = joinFigures(files, scenarioNames);
  const plots = plotFilesOf(joined.scenarios);
  // Otherwise plots of an earlier report would stay there without a page that shows them.
  rmSync(join(folder, plotsName), { recursive: true, force: true });
  await writePlots(plots, folder, draw);
  const path = join(folder, reportName);
  writeFileSync(path, renderReport(joined, plots));
  return path;
}

/** Writes the flame graphs of a file of figures beside it; returns their paths. */
export async function writeFlames(file: string, draw: Draw): Promise<readonly string[]> {
  const flames = Object.entries(readFigures(file).results).flatMap(([name, result]) => flamesOf(name, result));
  return writePlots(flames, dirname(file), draw);
}

async function writePlots(plots: readonly DrawnPlot[], folder: string, draw: Draw): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const plot of plots) {
    const path = join(folder, plot.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${await draw(plot)}\n`);
    paths.push(path);
  }
  return paths;
}
