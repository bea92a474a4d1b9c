import type { BudgetPart } from "../load/profile/budget-parts.ts";
import { budgetParts } from "../load/profile/budget-parts.ts";
import type { FlameFrame } from "../load/profile/flame.ts";
import type { Profiled } from "../load/profile/profile.ts";
import { plotConfig, roundColor } from "./plot-style.ts";

const width = 1_200;
const rowHeight = 17;
/** The font size of labels. */
const fontSize = 10;
const characterWidth = 0.602 * fontSize;
const labelPadding = 3;

/** Each color is light enough for dark text on it. */
const colors: Readonly<Record<BudgetPart, string>> = {
  sockets: "#c6dbef",
  HTTP: "#9ecae1",
  parse: "#c7e9c0",
  step: "#fdd0a2",
  snapshot: "#dadaeb",
  commit: "#fcbba1",
  rows: "#f7b6d2",
  outbound: "#9edae5",
  log: "#dbdb8d",
  collector: "#d9d9d9",
  rest: "#eeeeee",
};

/** A frame with its position; the total is at the bottom. */
export interface FlameBox {
  readonly x: number;
  readonly width: number;
  readonly depth: number;
  readonly part: BudgetPart;
  /** As much of the name as fits; empty when nothing fits. */
  readonly label: string;
  readonly told: string;
}

export function flameBoxes(flame: FlameFrame, requests: number): readonly FlameBox[] {
  const boxes: FlameBox[] = [];
  const place = (frame: FlameFrame, x: number, depth: number): void => {
    const own = (frame.us / flame.us) * width;
    const share = ((frame.us / flame.us) * 100).toFixed(1);
    const told = `${frame.name}: ${share} %, ${(frame.us / requests).toFixed(2)} us/request (${frame.part})`;
    boxes.push({ x: rounded(x), width: rounded(own), depth, part: frame.part, label: labelOf(frame.name, own), told });
    let at = x;
    for (const child of frame.children) {
      place(child, at, depth + 1);
      at += (child.us / flame.us) * width;
    }
  };
  place(flame, 0, 0);
  return boxes;
}

/** Rounds, because invisible digits would only make the file bigger. */
const rounded = (pixels: number): number => Math.round(pixels * 100) / 100;

function labelOf(name: string, boxWidth: number): string {
  const fitting = Math.floor((boxWidth - 2 * labelPadding) / characterWidth);
  if (fitting >= name.length) return name;
  return fitting < 3 ? "" : `${name.slice(0, fitting - 1)}…`;
}

/** Draws functions on top of their callers, as wide as their time, coloured by the part of the budget. */
export function flamePlot(title: string, { flame, budget }: Pick<Profiled, "flame" | "budget">): object {
  const boxes = flameBoxes(flame, budget.requests);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const height = rows * rowHeight;
  const parts = budgetParts.filter((part) => boxes.some((box) => box.part === part));
  const values = boxes.map((box) => ({ ...box, y: height - (box.depth + 1) * rowHeight, color: colors[box.part] }));
  return {
    $schema: "https://vega.github.io/schema/vega/v6.json",
    ...{ width, height, padding: plotConfig.padding, background: plotConfig.background },
    config: { title: plotConfig.title, legend: { ...plotConfig.legend, orient: "top", direction: "horizontal" } },
    title: {
      text: title,
      subtitle: `${budget.busyUs.toFixed(1)} us of the busy main thread a request; frames under 0.1 % are left out`,
      font: plotConfig.font,
      subtitleFont: plotConfig.font,
    },
    data: [
      { name: "boxes", values },
      { name: "labelled", values: values.filter(({ label }) => label !== "") },
    ],
    scales: [{ name: "part", type: "ordinal", domain: parts, range: parts.map((part) => colors[part]) }],
    legends: [{ fill: "part", symbolType: "square", columns: parts.length, labelFont: plotConfig.font }],
    marks: [
      {
        type: "rect",
        from: { data: "boxes" },
        encode: {
          enter: {
            ...{ x: { field: "x" }, y: { field: "y" }, width: { field: "width" }, height: { value: rowHeight - 1 } },
            ...{ fill: { field: "color" }, stroke: { value: "white" }, strokeWidth: { value: 0.5 } },
            description: { field: "told" },
          },
        },
      },
      {
        type: "text",
        from: { data: "labelled" },
        aria: false,
        // The box below has the full text.
        interactive: false,
        encode: {
          enter: {
            ...{ x: { field: "x", offset: labelPadding }, y: { field: "y", offset: rowHeight - 5 } },
            ...{ text: { field: "label" }, font: { value: "DejaVu Sans Mono, Menlo, Consolas, monospace" } },
            ...{ fontSize: { value: fontSize }, fill: { value: roundColor } },
          },
        },
      },
    ],
  };
}
