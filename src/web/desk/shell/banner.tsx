import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { timeOfDay } from "../../shared/parts/times.ts";
import { shell } from "../texts/en/shell.ts";
import { useDesk } from "./use-desk.ts";

const text = textsOf("shell", shell);

/** Shows that the desk is not connected or that the browser stores nothing, and what this means for written messages. */
export function Banner(): JSX.Element {
  const { link, outbox, kept } = useDesk();
  const since = link.goneSinceMs.value;
  const waiting = outbox.unsent.value.filter(({ refusal }) => refusal === null).length;
  const isFull = kept.isFull.value;
  return (
    <div class="banner" role="status" hidden={since === null && !isFull}>
      {since !== null && (
        <>
          <strong>{text("notConnected", { time: timeOfDay(since) })}</strong>
          <span>{fateOf(waiting, isFull)}</span>
          <button type="button" onClick={link.retry}>
            {text("tryNow")}
          </button>
        </>
      )}
      {isFull && since === null && (
        <>
          <strong>{text("noRoom")}</strong>
          <span>{text("keepTabOpen")}</span>
        </>
      )}
    </div>
  );
}

function fateOf(waiting: number, isFull: boolean): string {
  if (waiting > 0) return text(isFull ? "waitingUnkept" : "waitingKept", { n: waiting });
  return text(isFull ? "writtenUnkept" : "writtenKept");
}
