import type { JSX } from "preact";
import { now } from "../parts/now.ts";
import { useDesk } from "./use-desk.ts";

/** A short gap is nobody's business: the desk is back before it is read. */
const hushMs = 1_500;

/** Says that the desk is not connected, or that the browser keeps nothing, and what becomes of what is written. */
export function Banner(): JSX.Element {
  const { link, outbox, kept } = useDesk();
  const since = link.awaySinceMs.value;
  const isAway = link.state.value === "away" && since !== null;
  const waiting = outbox.unsent.value.filter(({ refusal }) => refusal === null).length;
  const isFull = kept.isFull.value;
  const isLost = isAway && now.value - since > hushMs;
  return (
    <div class="banner" role="status" hidden={!isLost && !isFull}>
      {isLost && (
        <>
          <strong>Not connected.</strong>
          <span>{fateOf(waiting, isFull)}</span>
          <button type="button" onClick={link.retry}>
            Try now
          </button>
        </>
      )}
      {isFull && !isLost && (
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
