/** The figures of a service at one moment. */
export interface Sample {
  /** The time since the load began. */
  readonly atMs: number;
  /** All memory. It includes pages of the store's file, which grow with the file, and which the system may take back at any time. */
  readonly rssMib: number;
  /** The part of this memory that is not backed by a file. */
  readonly ownMib: number;
  /** The part of `ownMib` outside the used heap. The size of the heap may follow the load; this part must not. */
  readonly besideHeapMib: number;
  readonly heapMib: number;
  readonly handles: number;
  readonly openFiles: number;
  /** The p99 of the requests since the previous sample. */
  readonly p99Ms: number;
  readonly requests: number;
}

export type Figure = Exclude<keyof Sample, "atMs" | "requests">;
/** All figures except those that grow with the stored data and with the load. */
type Flat = Exclude<Figure, "rssMib" | "ownMib">;

/** The allowed growth of a figure from the end of the warm-up to the end of the run. The larger of both values counts. */
interface Bound {
  readonly absolute: number;
  /** A share of the level after the warm-up. */
  readonly share: number;
}

const bounds: Readonly<Record<Flat, Bound>> = {
  besideHeapMib: { absolute: 32, share: 0.25 },
  // Lists of recent clients, and deadlines of the next ten minutes, need longer to fill than the warm-up of a short run.
  heapMib: { absolute: 36, share: 0.25 },
  handles: { absolute: 12, share: 0.2 },
  openFiles: { absolute: 12, share: 0.2 },
  p99Ms: { absolute: 25, share: 1 },
};

const flat = Object.keys(bounds) as readonly Flat[];

/** The share of the run in which caches fill and code is compiled. */
const warmUpShare = 0.34;
/** The number of buckets. The lowest value of each bucket counts, because the sawtooth of the garbage collector is no growth. */
const bucketsMax = 6;
const samplesMin = 9;

/** Returns a description of each figure that grew beyond its bound. A run that is too short is also reported. */
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

/** Fits a line through the lows by least squares. Returns its start and its rise. */
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
