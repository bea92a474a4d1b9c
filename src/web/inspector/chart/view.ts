/** The part of a chart that is to be seen, in the chart's own units. */
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

/** Nothing is seen closer or from farther away than this. */
const scaleMax = 3;
const awayMax = 1.4;
/** Below it nobody makes out what stands in a chart: it is then shown in part. */
const overviewScale = 0.5;
/** What is then chosen. */
const readableScale = 0.75;

/** Pixels for each unit of the chart. */
export const scaleOf = (box: Box, pane: Size): number => Math.min(pane.width / box.width, pane.height / box.height);

/** All of it, as large as the pane is, but not larger than it was drawn. */
export function fitOf(whole: Box, pane: Size): Box {
  const scale = Math.min(1, scaleOf(whole, pane));
  return around(centreOf(whole), { width: pane.width / scale, height: pane.height / scale });
}

/** What one sees first: all of it where that can be read, else the part around a place. */
export function beginningOf(whole: Box, pane: Size, place: Point | null): Box {
  const fit = fitOf(whole, pane);
  if (scaleOf(fit, pane) >= overviewScale) return fit;
  const size = { width: pane.width / readableScale, height: pane.height / readableScale };
  return within(around(place ?? { x: whole.x, y: whole.y }, size), whole);
}

/** Larger by the factor, with the point staying where it is. */
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

/** Moved, but never so far that nothing of the chart is left to be seen. */
export function moved(box: Box, dx: number, dy: number, whole: Box): Box {
  const x = clamp(box.x + dx, whole.x - box.width * 0.75, whole.x + whole.width - box.width * 0.25);
  const y = clamp(box.y + dy, whole.y - box.height * 0.75, whole.y + whole.height - box.height * 0.25);
  return { ...box, x, y };
}

/** The pane has changed: as large as before, around the same middle. */
export function resized(box: Box, before: Size, pane: Size): Box {
  const scale = scaleOf(box, before);
  return around(centreOf(box), { width: pane.width / scale, height: pane.height / scale });
}

/** Moved as little as brings `thing` into view, with room around it; the same box when it is there already. */
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

/** No empty room at a side where there is something at the other. */
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
