import type { JSX } from "preact";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { BackLink } from "./back-link.tsx";
import { PageTitle } from "./page-title.tsx";

interface UnreadListProps {
  /** What could not be read: "The agents". */
  readonly what: string;
  /** Null: it is on its way. */
  readonly failure: ApiFailure | null;
  readonly onRetry: () => void;
}

/** In place of a list that is not there. */
export const UnreadList = ({ what, failure, onRetry }: UnreadListProps): JSX.Element =>
  failure === null ? (
    <p class="help">Loading…</p>
  ) : (
    <div role="alert" class="settings-notice">
      <p>
        {what} could not be read. {failure.message}
      </p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );

/** The page of a whole list that is not there. */
export const UnreadPage = ({ title, ...unread }: UnreadListProps & { readonly title: string }): JSX.Element => (
  <main class="settings-page" aria-busy={unread.failure === null}>
    <PageTitle>{title}</PageTitle>
    <UnreadList {...unread} />
  </main>
);

interface NoSuchProps {
  /** "agent". */
  readonly what: string;
  readonly back: string;
  readonly backTitle: string;
}

/** The page of what was removed, or never was. */
export const NoSuch = ({ what, back, backTitle }: NoSuchProps): JSX.Element => (
  <main class="settings-page">
    <BackLink to={back}>{backTitle}</BackLink>
    <PageTitle>There is no such {what}</PageTitle>
    <p>It was removed, or its address is mistyped.</p>
  </main>
);
