import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js";
import type { ChartForm } from "./chart.types.ts";
import { foldedArrow, foldedLineHeight, foldedLines, foldedNames } from "./chart-fold.ts";
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

/** The graph that ELK lays out: everything that is drawn, with sizes and distances. */
export function graphOf(plan: ChartPlan): ElkNode {
  const ways = plan.arrows.reduce((sum, arrow) => sum + arrow.ways.length, 0);
  const options = { ...(ways <= carefulWaysMax ? careful : hasty), ...spacingOf[plan.form] };
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
    children: [nodeOf(plan.root, { options, form: plan.form })],
    edges: plan.arrows.flatMap((arrow) => edgesOf(arrow, plan.form)),
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

/** Layout options of each level: ELK does not pass them on to inner levels. */
const careful: Options = { ...spacing, "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX" };

/** A folded chart has little text between states, and all of it must be visible at once. */
const close: Options = {
  "elk.spacing.nodeNode": "28",
  "elk.spacing.edgeNode": "14",
  "elk.layered.spacing.nodeNodeBetweenLayers": "14",
  "elk.layered.spacing.edgeNodeBetweenLayers": "8",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "7",
};

/** Around one state there are few lines, and the widest row of states decides how large the text can be. */
const closer: Options = {
  ...close,
  "elk.spacing.nodeNode": "10",
  "elk.spacing.edgeNode": "8",
  "elk.spacing.labelNode": "6",
};

const spacingOf = { unfolded: {}, folded: close, near: closer } as const;

/** The careful layout takes 1 s for 60 ways, and 3 min for 400; the other layout takes 1 s for 400. */
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

/** The size of lines below each other. */
const linesSize = (lines: readonly Line[]): Size => ({
  width: Math.max(0, ...lines.map(lineWidth)),
  height: lines.length * lineHeight,
});

interface Drawn {
  readonly options: Options;
  readonly form: ChartForm;
}

/** The size of the text at the top of a state. */
function headSize({ state }: PlannedState, form: ChartForm): Size {
  if (form !== "unfolded") {
    const { size, height } = foldedNames[form];
    return { width: widthOf(shorten(state.name), size), height };
  }
  const notes = notesOf(state);
  return {
    width: Math.max(widthOf(shorten(state.name), "name"), ...notes.map((note) => widthOf(note, "note"))),
    height: sizes.nameHeight + notes.length * sizes.noteHeight,
  };
}

/** The size of the lines in a box. */
const insideSize = (lines: readonly Line[], form: ChartForm): Size =>
  form === "unfolded" ? linesSize(lines) : textsSize(foldedLines(lines));

const textsSize = (texts: readonly string[]): Size => ({
  width: Math.max(0, ...texts.map((text) => widthOf(text, "foldedLine"))),
  height: texts.length * foldedLineHeight,
});

/** The size of the box for transitions in any inner state. */
export function anySize(lines: readonly Line[], form: ChartForm): Size {
  const inner = insideSize(lines, form);
  return {
    width: 2 * sizes.insetX + Math.max(inner.width, widthOf(anyWord, "note")),
    height: 2 * sizes.insetY + sizes.noteHeight + inner.height,
  };
}

export const headHeight = (planned: PlannedState, form: ChartForm): number => headSize(planned, form).height;

export const frameHeadHeight = (planned: PlannedState, form: ChartForm): number =>
  sizes.insetY + headHeight(planned, form);

function nodeOf(planned: PlannedState, drawn: Drawn): ElkNode {
  const { id, state, children } = planned;
  if (state.kind === "history") return { id, width: sizes.history, height: sizes.history };
  return children.length === 0 ? leafOf(planned, drawn.form) : frameOf(planned, drawn);
}

function leafOf(planned: PlannedState, form: ChartForm): ElkNode {
  const head = headSize(planned, form);
  const lines = insideSize(planned.lines, form);
  const gap = planned.lines.length > 0 && form === "unfolded" ? sizes.separation : 0;
  return {
    id: planned.id,
    width: 2 * sizes.insetX + Math.max(head.width, lines.width),
    height: 2 * sizes.insetY + head.height + gap + lines.height,
  };
}

/** A state around other states. The box for transitions in any of them is at their left, unless arrows leave from it. */
function frameOf(planned: PlannedState, drawn: Drawn): ElkNode {
  const { id, any, dotId, children } = planned;
  const { form, options } = drawn;
  const top = frameHeadHeight(planned, form) + sizes.separation;
  const beside = any === null || any.hasArrows ? null : anySize(any.lines, form);
  const left = beside === null ? sizes.frameInset : 2 * sizes.frameInset + beside.width;
  const width = left + headSize(planned, form).width + sizes.frameInset;
  const height = top + (beside?.height ?? 0) + sizes.frameInset;
  const own: ElkNode[] = [];
  if (dotId !== null) own.push({ id: dotId, width: sizes.dot, height: sizes.dot });
  if (any?.hasArrows === true) own.push({ id: any.id, ...anySize(any.lines, form) });
  return {
    id,
    layoutOptions: {
      "elk.padding": paddingOf(top, left, sizes.frameInset),
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${width},${height})`,
      "elk.direction": "DOWN",
      ...options,
    },
    children: [...own, ...children.map((child) => nodeOf(child, drawn))],
  };
}

/** Beside the lines of a label; the left inset has room for the mark of a traced transition. */
export const labelInset = { left: 10, right: 4, y: 1 } as const;

function edgesOf({ ways, lines }: PlannedArrow, form: ChartForm): ElkExtendedEdge[] {
  const { width, height } = form === "unfolded" ? linesSize(lines) : textsSize(foldedArrow(lines, form));
  const layoutOptions = { "elk.edgeLabels.inline": "true", "elk.edgeLabels.placement": "CENTER" };
  const label = {
    text: "label",
    width: labelInset.left + width + labelInset.right,
    height: height + 2 * labelInset.y,
    layoutOptions,
  };
  return ways.map(({ id, from, to, isUpward }, place) => {
    // So that ELK has no way that leads upwards, and states are below each other in the order of their definition.
    const edge = { id, sources: [isUpward ? to : from], targets: [isUpward ? from : to] };
    return place === 0 && width > 0 ? { ...edge, labels: [label] } : edge;
  });
}
