import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { toLine } from "../export/sequence-text.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import type { Sequence } from "./sequence.types.ts";
import { localTimes } from "./sequence-words.ts";

/** The table first lists this many newest steps; older ones on request. */
const listedMax = 300;

/** The sequence in words: a row for each step, for readers who do not see the drawing and for the browser's search. */
export function SequenceTable({ sequence }: { readonly sequence: Sequence }): JSX.Element {
  const listed = useSignal(listedMax);
  const rows = sequence.rows.slice(-listed.value);
  const hidden = sequence.rows.length - rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element.
    <section class="sequence-table" aria-label="Steps" tabIndex={0}>
      {hidden > 0 && (
        <button type="button" onClick={() => (listed.value += listedMax)}>
          Show {Math.min(hidden, listedMax)} earlier steps
        </button>
      )}
      <table>
        <thead>
          <tr>
            {["Time", "From", "To", "Event", "State", "Sent", "Cause"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const line = toLine(sequence, row, localTimes);
            return (
              <tr key={line.key} class={line.isFailed ? "failed" : ""}>
                <td class="number" title={line.day}>
                  {line.time}
                </td>
                <td>{line.from}</td>
                <td>{line.to}</td>
                <td>
                  <a href={addressOf(placeOfActor(row.step.actor, row.step))}>{line.event}</a>
                </td>
                <td>{line.state}</td>
                <td>{line.sent}</td>
                <td>{line.cause}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
