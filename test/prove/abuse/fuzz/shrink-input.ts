import type { WireRequest } from "../wire/wire-request.ts";
import type { PinnedInput } from "./pinned-input.ts";

/** The maximum number of attempts to shorten an input. */
const triesMax = 150;

/** Returns the shortest input found that still causes the same failure. */
export async function shrinkInput(
  input: PinnedInput,
  isAsBad: (input: PinnedInput) => Promise<boolean>,
): Promise<PinnedInput> {
  let best = input;
  let tries = 0;
  for (let before: PinnedInput | null = null; before !== best; ) {
    before = best;
    for (const candidate of candidatesOf(best)) {
      tries += 1;
      if (tries > triesMax) return best;
      if (!(await isAsBad(candidate))) continue;
      best = candidate;
      break;
    }
  }
  return best;
}

/** Returns inputs that are a little shorter: without one header, without the query, or without a piece of the body or the bytes. */
function candidatesOf(input: PinnedInput): readonly PinnedInput[] {
  if (input.kind !== "request") return shorter(input.bytes).map((bytes) => ({ ...input, bytes }));
  const { request } = input;
  const { headers, target, body } = request;
  const changed: readonly Partial<WireRequest>[] = [
    ...headers.map((_, index) => ({ headers: headers.toSpliced(index, 1) })),
    ...(target.includes("?") ? [{ target: target.replace(/\?.*/, "") }] : []),
    ...(body === null ? [] : shorter(body).map((less) => ({ body: less }))),
  ];
  return changed.map((change) => ({ ...input, request: { ...request, ...change } }));
}

/** Returns the text without one of its halves, quarters, eighths or sixteenths. */
function shorter(text: string): readonly string[] {
  return [2, 4, 8, 16].flatMap((parts) => {
    const size = Math.ceil(text.length / parts);
    return size === 0
      ? []
      : Array.from({ length: parts }, (_, part) => text.slice(0, part * size) + text.slice((part + 1) * size));
  });
}
