import type { BuiltFile } from "./run-files.ts";

/** Each takes half a minute; they start in this order. If one of them started last, it would run for long with nothing beside it. */
export const longest: readonly string[] = [
  "test/prove/simulation/service/simulation.test.ts",
  "test/prove/kills/kills.test.ts",
  "test/prove/short-forms.test.ts",
  "test/prove/abuse/fuzz/fuzz.test.ts",
  "test/prove/pages/desk-drops.test.ts",
  "test/prove/bench/crowd.test.ts",
  "test/prove/bench/bench.test.ts",
  "test/prove/bench/bot-turns.test.ts",
  "test/prove/data/dead-week/dead-week.test.ts",
  "test/prove/disk/full-disk.test.ts",
  "test/prove/kills/call-kills.test.ts",
  "test/prove/bench/webhooks.test.ts",
  "test/prove/bench/open-loop.test.ts",
  "test/prove/clock/real-time.test.ts",
  "test/browser/widget/drops.test.ts",
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
