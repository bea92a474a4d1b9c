import type { ElkExtendedEdge, ElkNode, ElkShape } from "elkjs/lib/elk-api.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** The position of each element by its id, in whole pixels, so that lines are sharp and files are the same everywhere. */
export interface Places {
  readonly nodes: ReadonlyMap<string, Rect>;
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  readonly labels: ReadonlyMap<string, Rect>;
}

export function placesOf(laidOut: ElkNode): Places {
  const nodes = new Map<string, Rect>();
  const collect = (node: ElkNode): void => {
    nodes.set(node.id, rectOf(node));
    for (const child of node.children ?? []) collect(child);
  };
  collect(laidOut);
  const edges = laidOut.edges ?? [];
  return {
    nodes,
    routes: new Map(edges.map((edge) => [edge.id, routeOf(edge)])),
    labels: new Map(edges.flatMap(({ id, labels = [] }) => labels.map((label) => [id, rectOf(label)] as const))),
  };
}

/** Edges are rounded, not sizes: boxes that touch still touch afterwards. */
function rectOf({ x = 0, y = 0, width = 0, height = 0 }: ElkShape): Rect {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

function routeOf({ sections = [] }: ElkExtendedEdge): readonly Point[] {
  const points = sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const straight = straighten(points);
  return straight.filter(({ x, y }, place) => straight[place - 1]?.x !== x || straight[place - 1]?.y !== y);
}

const jogMax = 3;

/** Removes the sideways jogs of a few pixels with which ELK joins almost aligned points. */
function straighten(points: readonly Point[]): readonly Point[] {
  const straight: Point[] = [];
  for (const point of points) {
    const before = straight.at(-1);
    const isJog = before?.y === point.y && before.x !== point.x && Math.abs(before.x - point.x) <= jogMax;
    for (let place = straight.length - 1; isJog && straight[place]?.x === before.x; place -= 1)
      straight[place] = { x: point.x, y: straight[place]?.y ?? point.y };
    straight.push(point);
  }
  return straight;
}

/** The parts of a route outside of `hole`, in order. */
export function cutOut(route: readonly Point[], hole: Rect | undefined): readonly (readonly Point[])[] {
  if (hole === undefined) return [route];
  const parts: Point[][] = [];
  let part: Point[] = [];
  const end = (): void => {
    if (part.length > 1) parts.push(part);
    part = [];
  };
  for (const [place, to] of route.entries()) {
    const from = route[place - 1];
    if (from === undefined) continue;
    if (part.length === 0) part = [from];
    const inside = insideOf(from, to, hole);
    if (inside === null) {
      part.push(to);
      continue;
    }
    if (inside.enters > 0) part.push(between(from, to, inside.enters));
    end();
    if (inside.leaves < 1) part = [between(from, to, inside.leaves), to];
  }
  end();
  return parts;
}

/** The share of the way that is inside, from 0 to 1; null if no part is. */
function insideOf(from: Point, to: Point, rect: Rect): { readonly enters: number; readonly leaves: number } | null {
  const x = shareOf(from.x, to.x, rect.x, rect.x + rect.width);
  const y = shareOf(from.y, to.y, rect.y, rect.y + rect.height);
  const enters = Math.max(0, x.enters, y.enters);
  const leaves = Math.min(1, x.leaves, y.leaves);
  return enters < leaves ? { enters, leaves } : null;
}

function shareOf(from: number, to: number, low: number, high: number): { enters: number; leaves: number } {
  if (from === to) return from > low && from < high ? { enters: 0, leaves: 1 } : { enters: 1, leaves: 0 };
  const shares = [(low - from) / (to - from), (high - from) / (to - from)];
  return { enters: Math.min(...shares), leaves: Math.max(...shares) };
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: Math.round(from.x + (to.x - from.x) * share),
  y: Math.round(from.y + (to.y - from.y) * share),
});

const cornerRadius = 8;

/** A path along these points with rounded corners, as the data of an SVG path. */
export function pathAlong(points: readonly Point[]): string {
  return points
    .map((point, place) => {
      const before = points[place - 1];
      const after = points[place + 1];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const radius = Math.min(cornerRadius, distance(before, point) / 2, distance(point, after) / 2);
      const start = towards(point, before, radius);
      const end = towards(point, after, radius);
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join("");
}

const distance = (from: Point, to: Point): number => Math.abs(from.x - to.x) + Math.abs(from.y - to.y);

/** The point on the way to another point, at this distance in pixels. */
function towards(from: Point, to: Point, pixels: number): Point {
  const whole = distance(from, to);
  return whole === 0 ? from : between(from, to, pixels / whole);
}

const headLength = 8;
const headHalf = 4;

/** The head of an arrow along these points, and the points without the room that the head takes. */
export function headOf(route: readonly Point[]): { readonly head: string; readonly rest: readonly Point[] } {
  const tip = route.at(-1);
  const before = route.at(-2);
  if (tip === undefined || before === undefined) return { head: "", rest: route };
  const base = towards(tip, before, headLength);
  const isUpright = before.x === tip.x;
  const [x, y] = isUpright ? [headHalf, 0] : [0, headHalf];
  const head = `M${tip.x} ${tip.y}L${base.x + x} ${base.y + y}L${base.x - x} ${base.y - y}Z`;
  return { head, rest: [...route.slice(0, -1), base] };
}
