import type { BuiltFile } from "./run-files.ts";

/** Each takes half a minute; they start in this order. If one of them started last, it would run for long with nothing beside it. */
export const longest: readonly string[] = [
  "test/simulation/service/simulation.test.ts",
  "test/prove/kills/kills.test.ts",
  "test/prove/short-forms.test.ts",
  "test/abuse/fuzz/fuzz.test.ts",
  "test/browser/desk/drops/drops.test.ts",
  "test/bench/crowd.test.ts",
  "test/bench/bench.test.ts",
  "test/bench/bot-turns.test.ts",
  "test/webhooks/dead-week.test.ts",
  "test/system/full-disk.test.ts",
  "test/system/call-kills.test.ts",
  "test/bench/webhooks.test.ts",
  "test/bench/open-loop.test.ts",
  "test/system/real-time.test.ts",
  "test/system/provider-command.test.ts",
];

/** Puts the longest files first, each as often as it occurs. The others keep their order. */
export function longestFirst(files: readonly BuiltFile[]): readonly BuiltFile[] {
  const placeOf = ({ source }: BuiltFile): number => {
    const place = longest.findIndex((name) => source.startsWith(name));
    return place < 0 ? longest.length : place;
  };
  return files.toSorted((one, other) => placeOf(one) - placeOf(other));
}
