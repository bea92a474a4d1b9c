import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0, both. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}
/** Source: Chrome DevTools Protocol, `Profiler.Profile`. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const functionsShown = 30;
const root = fileURLToPath(new URL("../..", import.meta.url));
const idleName = "(idle)";

/** The functions of the newest profile in a folder by the time spent in themselves, as shares of the busy main thread. */
export function describeProfile(folder: string): readonly string[] {
  const file = readdirSync(folder)
    .filter((name) => name.endsWith(".cpuprofile"))
    .sort()
    .at(-1);
  if (file === undefined) throw new Error("The profiled service left no profile behind");
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const selfUs = addUp(profile);
  const idleUs = selfUs.get(idleName) ?? 0;
  selfUs.delete(idleName);
  const busyUs = [...selfUs.values()].reduce((total, us) => total + us, 0);
  const hottest = [...selfUs].sort(([, left], [, right]) => right - left).slice(0, functionsShown);
  return [
    `main thread busy ${(busyUs / 1e6).toFixed(1)} s, idle ${(idleUs / 1e6).toFixed(1)} s; self time of that:`,
    ...hottest.map(([place, us]) => `${((us / busyUs) * 100).toFixed(1).padStart(5)} %  ${place}`),
  ];
}

function addUp({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const places = placeFinder();
  const placeOf = new Map(nodes.map(({ id, callFrame }) => [id, places(callFrame)]));
  const selfUs = new Map<string, number>();
  for (const [index, node] of samples.entries()) {
    const place = placeOf.get(node) ?? "(unknown)";
    selfUs.set(place, (selfUs.get(place) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return selfUs;
}

/** Where a function stands in the source, by the bundle's source map. */
function placeFinder(): (frame: CallFrame) => string {
  const bundle = join(root, "dist/main.js");
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")));
  return ({ functionName, url, lineNumber, columnNumber }) => {
    const name = functionName || "(anonymous)";
    if (url === "") return name;
    if (!url.endsWith("/dist/main.js")) return `${name}  ${shorten(url)}:${lineNumber + 1}`;
    const entry = map.findEntry(lineNumber, columnNumber);
    if (!("originalSource" in entry)) return `${name}  dist/main.js:${lineNumber + 1}`;
    const source = relative(root, join(root, "dist", entry.originalSource));
    return `${name}  ${source}:${entry.originalLine + 1}`;
  };
}

const shorten = (url: string): string => {
  const path = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : url;
  return path.replace(/^.*node_modules\//, "");
};
