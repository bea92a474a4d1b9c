/** What a service was like at one moment. */
export interface Sample {
  /** Since the load began. */
  readonly atMs: number;
  /** All memory; the pages of the store's file among it grow with the file, and the system takes them back when it wants to. */
  readonly rssMib: number;
  /** Of it, what no file stands behind. */
  readonly ownMib: number;
  /** Of that, what is not the heap in use: the heap's room follows the load, this must not. */
  readonly besideHeapMib: number;
  readonly heapMib: number;
  readonly handles: number;
  readonly openFiles: number;
  /** Of the requests since the sample before. */
  readonly p99Ms: number;
  readonly requests: number;
}

export type Figure = Exclude<keyof Sample, "atMs" | "requests">;
/** All but what grows with what is stored, and with the load. */
type Flat = Exclude<Figure, "rssMib" | "ownMib">;

/** How much a figure may grow from the end of the warm-up to the end: the larger of both. */
interface Bound {
  readonly absolute: number;
  /** Of the level after the warm-up. */
  readonly share: number;
}

const bounds: Readonly<Record<Flat, Bound>> = {
  besideHeapMib: { absolute: 32, share: 0.25 },
  // Lists of whom the service saw last, and the deadlines of the next ten minutes, fill for longer than a short run warms up.
  heapMib: { absolute: 36, share: 0.25 },
  handles: { absolute: 12, share: 0.2 },
  openFiles: { absolute: 12, share: 0.2 },
  p99Ms: { absolute: 25, share: 1 },
};

const flat = Object.keys(bounds) as readonly Flat[];

/** Caches fill, and code is compiled. */
const warmUpShare = 0.34;
/** Of so many buckets each the lowest counts: a collector's teeth are no growth. */
const bucketsMax = 6;
const samplesMin = 9;

/** What has grown beyond its bound, in words; a run that is too short to tell is told as well. */
export function growth(samples: readonly Sample[]): readonly string[] {
  const warm = samples.slice(Math.floor(samples.length * warmUpShare));
  if (warm.length < samplesMin) return [`expected ${samplesMin} samples after the warm-up, got ${warm.length}`];
  return flat.flatMap((figure) => {
    const { level, grown } = trendOf(warm, figure);
    const { absolute, share } = bounds[figure];
    const allowed = Math.max(absolute, share * level);
    if (grown <= allowed) return [];
    return [`${figure} grew by ${grown.toFixed(1)} from ${level.toFixed(1)}, ${allowed.toFixed(1)} is allowed`];
  });
}

/** The line of least squares through the lows: where it begins, and how much it rises. */
function trendOf(samples: readonly Sample[], figure: Flat): { readonly level: number; readonly grown: number } {
  const size = Math.max(1, Math.ceil(samples.length / bucketsMax));
  const lows: number[] = [];
  for (let at = 0; at < samples.length; at += size)
    lows.push(Math.min(...samples.slice(at, at + size).map((sample) => sample[figure])));
  const middle = (lows.length - 1) / 2;
  const mean = lows.reduce((sum, low) => sum + low, 0) / lows.length;
  const rise = lows.reduce((sum, low, at) => sum + (at - middle) * (low - mean), 0);
  const slope = rise / lows.reduce((sum, _low, at) => sum + (at - middle) ** 2, 0);
  return { level: mean - slope * middle, grown: slope * (lows.length - 1) };
}
