import type { JSX } from "preact";
import { timeOfDay } from "../../shared/parts/times.ts";
import { useDesk } from "./use-desk.ts";

/** Says that the desk is not connected, or that the browser keeps nothing, and what becomes of what is written. */
export function Banner(): JSX.Element {
  const { link, outbox, kept } = useDesk();
  const since = link.goneSinceMs.value;
  const waiting = outbox.unsent.value.filter(({ refusal }) => refusal === null).length;
  const isFull = kept.isFull.value;
  return (
    <div class="banner" role="status" hidden={since === null && !isFull}>
      {since !== null && (
        <>
          <strong>Not connected since {timeOfDay(since)}.</strong>
          <span>{fateOf(waiting, isFull)}</span>
          <button type="button" onClick={link.retry}>
            Try now
          </button>
        </>
      )}
      {isFull && since === null && (
        <>
          <strong>This browser has no room to keep what you write.</strong>
          <span>Keep this tab open until it is sent.</span>
        </>
      )}
    </div>
  );
}

function fateOf(waiting: number, isFull: boolean): string {
  const isKept = isFull ? "Keep this tab open: the browser has no room to keep it." : "Nothing is lost.";
  if (waiting > 0) return `${waiting === 1 ? "1 message waits" : `${waiting} messages wait`} to be sent. ${isKept}`;
  return isFull
    ? `What you write is sent when the connection is back. ${isKept}`
    : "What you write is kept and sent when the connection is back.";
}
