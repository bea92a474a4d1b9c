import type { Figure, Sample } from "./flatness.ts";

const size = { width: 900, rowHeight: 130, left: 70, right: 20, top: 30, plotHeight: 80 };
const names: Readonly<Record<Figure, string>> = {
  rssMib: "memory of the process, MiB",
  ownMib: "of it, without the pages of files, MiB",
  besideHeapMib: "of that, beside the heap in use, MiB",
  heapMib: "heap in use, MiB",
  handles: "handles",
  openFiles: "open files",
  p99Ms: "p99 of requests, ms",
};

const figures = Object.keys(names) as readonly Figure[];

export function toCsv(samples: readonly Sample[]): string {
  const columns = ["atMs", ...figures, "requests"] as const;
  const rows = samples.map((sample) => columns.map((column) => Math.round(sample[column] * 10) / 10).join());
  return `${[columns.join(), ...rows].join("\n")}\n`;
}

/** Draws one curve over time for each figure. Each axis starts at 0. */
export function drawCurves(samples: readonly Sample[]): string {
  const lastMs = samples.at(-1)?.atMs ?? 1;
  const rows = figures.map((figure, row) => {
    const top = size.top + row * size.rowHeight;
    const max = Math.max(1, ...samples.map((sample) => sample[figure]));
    const xOf = (atMs: number): number => size.left + (atMs / lastMs) * (size.width - size.left - size.right);
    const yOf = (value: number): number => top + size.plotHeight * (1 - value / max);
    const points = samples.map((sample) => `${xOf(sample.atMs).toFixed(1)},${yOf(sample[figure]).toFixed(1)}`);
    const base = top + size.plotHeight;
    return [
      `<text x="${size.left}" y="${top - 8}">${names[figure]}</text>`,
      `<text x="${size.left - 6}" y="${top + 10}" text-anchor="end">${Math.round(max)}</text>`,
      `<text x="${size.left - 6}" y="${base}" text-anchor="end">0</text>`,
      `<line x1="${size.left}" y1="${base}" x2="${size.width - size.right}" y2="${base}" stroke="#999"/>`,
      `<polyline points="${points.join(" ")}" fill="none" stroke="#0a7" stroke-width="1.5"/>`,
    ].join("\n");
  });
  const height = size.top + figures.length * size.rowHeight;
  const minutes = `<text x="${size.width - size.right}" y="${height - 20}" text-anchor="end">${(lastMs / 60_000).toFixed(1)} min</text>`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" font-family="sans-serif" font-size="12">`;
  return `${open}\n<rect width="100%" height="100%" fill="#fff"/>\n${rows.join("\n")}\n${minutes}\n</svg>\n`;
}
