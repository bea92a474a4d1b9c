import type { ComponentChildren, JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { Failed, loading } from "../../../shared/parts/missing.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import { BackLink, PageTitle } from "./form-section.tsx";
import type { Loaded } from "./listing.ts";

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
  <ul class="card-list" aria-label={label}>
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
    <a class={picture === undefined ? "row record" : "row record with-picture"} href={place}>
      {picture}
      <span class="record-name">{name}</span>
      {state}
      <span class="record-facts">{facts.map((fact) => fact !== false && <span key={fact}>{fact}</span>)}</span>
    </a>
  </li>
);

const text = textsOf("settings-forms", settingsForms);

interface UnreadListProps {
  /** The text of a failed read: "The agents could not be read." */
  readonly unread: string;
  readonly list: Exclude<Loaded<unknown>, { readonly state: "there" }>;
  readonly onRetry: () => void;
}

/** Shown instead of a missing list. */
export const UnreadList = ({ unread, list, onRetry }: UnreadListProps): JSX.Element =>
  list.state === "loading" ? (
    <p class="help">{loading()}</p>
  ) : (
    <Failed look="settings-notice" onRetry={onRetry}>
      {unread} {list.failure.message}
    </Failed>
  );

/** The page of a missing list. */
export const UnreadPage = ({ title, ...unread }: UnreadListProps & { readonly title: string }): JSX.Element => (
  <main class="settings-page" aria-busy={unread.list.state === "loading"}>
    <PageTitle>{title}</PageTitle>
    <UnreadList {...unread} />
  </main>
);

interface NoSuchProps {
  /** "There is no such agent". */
  readonly title: string;
  readonly back: string;
  readonly backTitle: string;
}

/** The page of a record that was removed or never existed. */
export const NoSuch = ({ title, back, backTitle }: NoSuchProps): JSX.Element => (
  <main class="settings-page">
    <BackLink to={back}>{backTitle}</BackLink>
    <PageTitle>{title}</PageTitle>
    <p>{text("removedOrMistyped")}</p>
  </main>
);
