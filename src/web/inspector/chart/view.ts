/** The visible part of a chart, in the chart's own units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest and the smallest zoom. */
const scaleMax = 3;
const awayMax = 1.4;
/** Below this scale the chart's texts are unreadable, so that only a part is shown. */
const overviewScale = 0.5;
/** The scale of that part. */
const readableScale = 0.75;

/** Pixels for each unit of the chart. */
export const scaleOf = (box: Box, pane: Size): number => Math.min(pane.width / box.width, pane.height / box.height);

/** The complete chart, as large as the pane allows, but at most at its drawn size. */
export function fitOf(whole: Box, pane: Size): Box {
  const scale = Math.min(1, scaleOf(whole, pane));
  return around(centreOf(whole), { width: pane.width / scale, height: pane.height / scale });
}

/** The first view: the complete chart if it is readable, otherwise the part around the given place. */
export function beginningOf(whole: Box, pane: Size, place: Point | null): Box {
  const fit = fitOf(whole, pane);
  if (scaleOf(fit, pane) >= overviewScale) return fit;
  const size = { width: pane.width / readableScale, height: pane.height / readableScale };
  return within(around(place ?? { x: whole.x, y: whole.y }, size), whole);
}

/** Enlarges by the factor; the point keeps its place. */
export function zoomed(box: Box, { factor, point, whole, pane }: Zoom): Box {
  const widthMax = fitOf(whole, pane).width * awayMax;
  const width = clamp(box.width / factor, pane.width / scaleMax, Math.max(widthMax, pane.width / scaleMax));
  const by = width / box.width;
  return {
    x: point.x - (point.x - box.x) * by,
    y: point.y - (point.y - box.y) * by,
    width,
    height: box.height * by,
  };
}
export interface Zoom {
  readonly factor: number;
  readonly point: Point;
  readonly whole: Box;
  readonly pane: Size;
}

/** Moves the box, but always keeps a part of the chart visible. */
export function moved(box: Box, dx: number, dy: number, whole: Box): Box {
  const x = clamp(box.x + dx, whole.x - box.width * 0.75, whole.x + whole.width - box.width * 0.25);
  const y = clamp(box.y + dy, whole.y - box.height * 0.75, whole.y + whole.height - box.height * 0.25);
  return { ...box, x, y };
}

/** The box after a change of the pane: the same scale around the same middle. */
export function resized(box: Box, before: Size, pane: Size): Box {
  const scale = scaleOf(box, before);
  return around(centreOf(box), { width: pane.width / scale, height: pane.height / scale });
}

/** Moves the box as little as needed to show `thing` with room around it. Returns the same box when `thing` is visible already. */
export function showing(box: Box, thing: Box): Box {
  const room = Math.min(box.width, box.height) * 0.08;
  const x = shifted(box.x, box.width, thing.x - room, thing.width + 2 * room);
  const y = shifted(box.y, box.height, thing.y - room, thing.height + 2 * room);
  return x === box.x && y === box.y ? box : { ...box, x, y };
}

export const centreOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

const around = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Moves the box so that no side has empty space while a part of the chart on the other side is hidden. */
function within(box: Box, whole: Box): Box {
  const place = (at: number, size: number, from: number, length: number): number =>
    size >= length ? from - (size - length) / 2 : clamp(at, from, from + length - size);
  return {
    ...box,
    x: place(box.x, box.width, whole.x, whole.width),
    y: place(box.y, box.height, whole.y, whole.height),
  };
}

function shifted(at: number, size: number, from: number, length: number): number {
  if (from >= at && from + length <= at + size) return at;
  return from + length / 2 - size / 2;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max));
