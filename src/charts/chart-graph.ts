import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js";
import type { Line } from "./chart-lines.ts";
import { lineHeight, lineWidth, notesOf } from "./chart-lines.ts";
import type { ChartPlan, PlannedArrow, PlannedState } from "./chart-plan.ts";
import { shorten, widthOf } from "./chart-text.ts";

export const sizes = {
  /** Between a box's edge and its text. */
  insetX: 12,
  insetY: 8,
  nameHeight: 20,
  noteHeight: 15,
  /** Between the name with its notes and the lines below. */
  separation: 8,
  dot: 12,
  history: 30,
  frameInset: 20,
} as const;

export const anyWord = "in any state";

/** What ELK is to lay out: what is to be drawn with its sizes, and how far apart. */
export function graphOf(plan: ChartPlan): ElkNode {
  const ways = plan.arrows.reduce((sum, arrow) => sum + arrow.ways.length, 0);
  const options = ways <= carefulWaysMax ? careful : hasty;
  return {
    id: "chart",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "DOWN",
      "elk.edgeRouting": "ORTHOGONAL",
      "elk.hierarchyHandling": "INCLUDE_CHILDREN",
      "elk.padding": paddingOf(0, 0, 0),
      "elk.json.shapeCoords": "ROOT",
      "elk.json.edgeCoords": "ROOT",
      ...options,
    },
    children: [nodeOf(plan.root, options)],
    edges: plan.arrows.flatMap(edgesOf),
  };
}

type Options = Readonly<Record<string, string>>;

const spacing: Options = {
  "elk.spacing.nodeNode": "36",
  "elk.spacing.edgeNode": "18",
  "elk.spacing.edgeEdge": "14",
  "elk.spacing.edgeLabel": "6",
  "elk.spacing.labelNode": "12",
  "elk.spacing.labelLabel": "10",
  "elk.layered.spacing.nodeNodeBetweenLayers": "32",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "12",
};

/** What each level is laid out by: ELK does not hand it down to what lies inside. */
const careful: Options = { ...spacing, "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX" };

/** The careful way takes 1 s for 60 ways, and 3 min for 400, which this one has in 1 s. */
const carefulWaysMax = 60;
const hasty: Options = {
  ...spacing,
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.thoroughness": "1",
};

const paddingOf = (top: number, left: number, others: number): string =>
  `[top=${top},left=${left},bottom=${others},right=${others}]`;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of lines below each other. */
const linesSize = (lines: readonly Line[]): Size => ({
  width: Math.max(0, ...lines.map(lineWidth)),
  height: lines.length * lineHeight,
});

/** Of what is written at the top of a state. */
function headSize({ state }: PlannedState): Size {
  const notes = notesOf(state);
  return {
    width: Math.max(widthOf(shorten(state.name), "name"), ...notes.map((note) => widthOf(note, "note"))),
    height: sizes.nameHeight + notes.length * sizes.noteHeight,
  };
}

/** Of the box of what may happen in any state inside. */
export function anySize(lines: readonly Line[]): Size {
  const inner = linesSize(lines);
  return {
    width: 2 * sizes.insetX + Math.max(inner.width, widthOf(anyWord, "note")),
    height: 2 * sizes.insetY + sizes.noteHeight + inner.height,
  };
}

export const headHeight = (planned: PlannedState): number => headSize(planned).height;

export const frameHeadHeight = (planned: PlannedState): number => sizes.insetY + headHeight(planned);

function nodeOf(planned: PlannedState, options: Options): ElkNode {
  const { id, state, children } = planned;
  if (state.kind === "history") return { id, width: sizes.history, height: sizes.history };
  return children.length === 0 ? leafOf(planned) : frameOf(planned, options);
}

function leafOf(planned: PlannedState): ElkNode {
  const head = headSize(planned);
  const lines = linesSize(planned.lines);
  const gap = planned.lines.length > 0 ? sizes.separation : 0;
  return {
    id: planned.id,
    width: 2 * sizes.insetX + Math.max(head.width, lines.width),
    height: 2 * sizes.insetY + head.height + gap + lines.height,
  };
}

/** A state around others. What may happen in any of them stands at their left, unless arrows leave from it. */
function frameOf(planned: PlannedState, options: Options): ElkNode {
  const { id, any, dotId, children } = planned;
  const top = frameHeadHeight(planned) + sizes.separation;
  const beside = any === null || any.hasArrows ? null : anySize(any.lines);
  const left = beside === null ? sizes.frameInset : 2 * sizes.frameInset + beside.width;
  const width = left + headSize(planned).width + sizes.frameInset;
  const height = top + (beside?.height ?? 0) + sizes.frameInset;
  const own: ElkNode[] = [];
  if (dotId !== null) own.push({ id: dotId, width: sizes.dot, height: sizes.dot });
  if (any?.hasArrows === true) own.push({ id: any.id, ...anySize(any.lines) });
  return {
    id,
    layoutOptions: {
      "elk.padding": paddingOf(top, left, sizes.frameInset),
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${width},${height})`,
      "elk.direction": "DOWN",
      ...options,
    },
    children: [...own, ...children.map((child) => nodeOf(child, options))],
  };
}

/** Beside the lines of a label; at their left is room for the mark of what is traced. */
export const labelInset = { left: 10, right: 4, y: 1 } as const;

function edgesOf({ ways, lines }: PlannedArrow): ElkExtendedEdge[] {
  const { width, height } = linesSize(lines);
  const layoutOptions = { "elk.edgeLabels.inline": "true", "elk.edgeLabels.placement": "CENTER" };
  const label = {
    text: "label",
    width: labelInset.left + width + labelInset.right,
    height: height + 2 * labelInset.y,
    layoutOptions,
  };
  return ways.map(({ id, from, to, isUpward }, place) => {
    // So that no way leads upwards for ELK, and states stand below each other in the order of their definition.
    const edge = { id, sources: [isUpward ? to : from], targets: [isUpward ? from : to] };
    return place === 0 && width > 0 ? { ...edge, labels: [label] } : edge;
  });
}
