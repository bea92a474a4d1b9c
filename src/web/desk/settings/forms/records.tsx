import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../../shared/parts/icon.tsx";
import { PageTitle } from "./page-title.tsx";

interface ListHeadProps {
  readonly title: string;
  readonly add: string;
  readonly addPlace: string;
}

/** The title of a list, with a link to add an entry. */
export const ListHead = ({ title, add, addPlace }: ListHeadProps): JSX.Element => (
  <header class="settings-head">
    <PageTitle>{title}</PageTitle>
    <a class="button primary" href={addPlace}>
      <Icon name="plus" />
      {add}
    </a>
  </header>
);

interface RecordListProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export const RecordList = ({ label, children }: RecordListProps): JSX.Element => (
  <ul class="record-list" aria-label={label}>
    {children}
  </ul>
);

interface RecordRowProps {
  readonly place: string;
  readonly name: string;
  readonly picture?: ComponentChildren;
  /** The state, shown at the end of the row. */
  readonly state?: ComponentChildren;
  /** Further important facts. */
  readonly facts: readonly (string | false)[];
}

/** One entry of a list, as a link to its page. */
export const RecordRow = ({ place, name, picture, state, facts }: RecordRowProps): JSX.Element => (
  <li>
    <a class={picture === undefined ? "record" : "record with-picture"} href={place}>
      {picture}
      <span class="record-name">{name}</span>
      {state}
      <span class="record-facts">{facts.map((fact) => fact !== false && <span key={fact}>{fact}</span>)}</span>
    </a>
  </li>
);
