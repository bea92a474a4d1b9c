import type { JSX } from "preact";
import { now } from "./now.ts";
import { ago, agoInSentence, exactTime } from "./times.ts";

interface AgoProps {
  readonly atMs: number;
  readonly inSentence?: boolean;
}

/** Shows in words how long ago a time is. The exact time is shown on hover and to screen readers. */
export function Ago({ atMs, inSentence = false }: AgoProps): JSX.Element {
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {inSentence ? agoInSentence(atMs, now.value) : ago(atMs, now.value)}
    </time>
  );
}
