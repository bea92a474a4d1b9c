import type { JSX } from "preact";
import { ago, exactTime, now } from "./times.ts";

/** How long ago something was, in words; exact on hover and for screen readers. */
export function Ago({ atMs }: { readonly atMs: number }): JSX.Element {
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {ago(atMs, now.value)}
    </time>
  );
}
