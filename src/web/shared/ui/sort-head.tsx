import type { JSX } from "preact";
import { Icon } from "./icon.tsx";

interface SortHeadProps {
  readonly label: string;
  /** Places the cell in its row. */
  readonly look: string;
  readonly isAscending: boolean;
  readonly onTurn: () => void;
}

/** The head of the column by which a table is sorted. A press turns the order around. */
export const SortHead = ({ label, look, isAscending, onTurn }: SortHeadProps): JSX.Element => (
  <th class={look} scope="col" aria-sort={isAscending ? "ascending" : "descending"}>
    <button type="button" class="quiet sort-head" onClick={onTurn}>
      {label}
      <Icon name={isAscending ? "newest" : "longest"} isSmall />
    </button>
  </th>
);
