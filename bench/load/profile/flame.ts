import type { BudgetPart } from "./budget-parts.ts";
import type { BusyNode } from "./busy-nodes.ts";

/** A function on the stack, with all functions that ran on top of it. */
export interface FlameFrame {
  readonly name: string;
  readonly part: BudgetPart;
  readonly us: number;
  /** The longest first. */
  readonly children: readonly FlameFrame[];
}

/** Narrower frames would not be visible. */
const shareMin = 0.001;

interface Growing {
  readonly name: string;
  readonly part: BudgetPart;
  us: number;
  readonly children: Map<string, Growing>;
}

/** Merges all stacks. Frames under 0.1 % of the total are left out. */
export function flameOf(nodes: readonly BusyNode[]): FlameFrame {
  const whole: Growing = { name: "main thread, busy", part: "rest", us: 0, children: new Map() };
  const framesOf = new Map<BusyNode, Growing>();
  for (const node of nodes) {
    const below = (node.caller === undefined ? undefined : framesOf.get(node.caller)) ?? whole;
    const { name } = node.place;
    const frame = below.children.get(name) ?? { name, part: node.budgetPart, us: 0, children: new Map() };
    below.children.set(name, frame);
    framesOf.set(node, frame);
    frame.us += node.ownUs;
  }
  return withChildren(whole, sumUp(whole) * shareMin);
}

/** Adds to each frame the time of the frames on top of it; returns the total. */
function sumUp(frame: Growing): number {
  for (const child of frame.children.values()) frame.us += sumUp(child);
  return frame.us;
}

function withChildren({ name, part, us, children }: Growing, usMin: number): FlameFrame {
  const seen = [...children.values()].filter((child) => child.us > 0 && child.us >= usMin);
  seen.sort((left, right) => right.us - left.us || (left.name < right.name ? -1 : 1));
  return { name, part, us, children: seen.map((child) => withChildren(child, usMin)) };
}
