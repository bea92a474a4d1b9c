import type { JSX } from "preact";
import { useFormatters } from "./formatters.ts";
import { now } from "./now.ts";
import { ago, agoInSentence, exactTime } from "./times.ts";

interface AgoProps {
  readonly atMs: number;
  readonly inSentence?: boolean;
}

/** Shows in words how long ago a time is. The exact time is shown on hover and to screen readers. */
export function Ago({ atMs, inSentence = false }: AgoProps): JSX.Element {
  const isExact = useFormatters();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={isExact ? exactTime(atMs) : undefined}>
      {inSentence ? agoInSentence(atMs, now.value) : ago(atMs, now.value)}
    </time>
  );
}
