import type { JSX } from "preact";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import { BackLink } from "./back-link.tsx";
import { PageTitle } from "./page-title.tsx";

const text = textsOf("settings-forms", settingsForms);

interface UnreadListProps {
  /** The text of a failed read: "The agents could not be read." */
  readonly unread: string;
  /** Null while the list is loading. */
  readonly failure: ApiFailure | null;
  readonly onRetry: () => void;
}

/** Shown instead of a missing list. */
export const UnreadList = ({ unread, failure, onRetry }: UnreadListProps): JSX.Element =>
  failure === null ? (
    <p class="help">{text("loading")}</p>
  ) : (
    <div role="alert" class="settings-notice">
      <p>
        {unread} {failure.message}
      </p>
      <button type="button" onClick={onRetry}>
        {text("tryAgain")}
      </button>
    </div>
  );

/** The page of a missing list. */
export const UnreadPage = ({ title, ...list }: UnreadListProps & { readonly title: string }): JSX.Element => (
  <main class="settings-page" aria-busy={list.failure === null}>
    <PageTitle>{title}</PageTitle>
    <UnreadList {...list} />
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
