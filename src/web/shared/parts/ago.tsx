import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { now } from "./now.ts";
import { ago, agoInSentence, exactTime } from "./times.ts";

interface AgoProps {
  readonly atMs: number;
  readonly inSentence?: boolean;
}

/** The first formatter takes long to make, so the exact times follow the first picture. */
const isDrawn = signal(false);

/** Shows in words how long ago a time is. The exact time is shown on hover and to screen readers. */
export function Ago({ atMs, inSentence = false }: AgoProps): JSX.Element {
  useEffect(() => {
    isDrawn.value = true;
  }, []);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={isDrawn.value ? exactTime(atMs) : undefined}>
      {inSentence ? agoInSentence(atMs, now.value) : ago(atMs, now.value)}
    </time>
  );
}
