import type { JSX } from "preact";
import { explained } from "../../shared/ui/tooltip.ts";

interface HeadsProps {
  /** A column, with a minus in front for the descending order; empty for the order of the service. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Each column with the words for its two orders. */
const columns = [
  ["actor", "Actor", "A to Z", "Z to A"],
  ["state", "State", "A to Z", "Z to A"],
  ["client", "Client", "A to Z", "Z to A"],
  ["since", "In this state", "longest first", "shortest first"],
] as const;

/** The heads of the list. A press sorts by the column, a second one in the other order, a third one not any more. */
export const Heads = ({ sort, onSort }: HeadsProps): JSX.Element => (
  <fieldset class="heads">
    <legend class="hush">Sort by</legend>
    {columns.map(([column, words, up, down]) => {
      const [isUp, isDown] = [sort === column, sort === `-${column}`];
      const next = isUp ? `-${column}` : column;
      return (
        <button
          key={column}
          type="button"
          class={`quiet head-${column}`}
          aria-pressed={isUp || isDown}
          {...explained(isUp || isDown ? `Sorted: ${isUp ? up : down}` : `Sort: ${up}`)}
          onClick={() => onSort(isDown ? "" : next)}
        >
          {words}
          {(isUp || isDown) && (
            <>
              <span aria-hidden="true"> {isUp ? "↑" : "↓"}</span>
              <span class="hush">, {isUp ? up : down}</span>
            </>
          )}
        </button>
      );
    })}
  </fieldset>
);
