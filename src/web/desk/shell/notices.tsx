import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { ApiFailure } from "../data/api.ts";

interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
}

const notices = signal<readonly Notice[]>([]);
let lastId = 0;

const shownMs = 6_000;

/** Says what became of something for a moment, also to screen readers. */
export function tell(text: string, kind: Notice["kind"] = "done"): void {
  lastId += 1;
  const notice = { id: lastId, kind, text };
  notices.value = [...notices.value.slice(-3), notice];
  // What failed stays until it is put away.
  if (kind === "done") setTimeout(() => putAway(notice.id), shownMs);
}

/** `what` failed: "The chat was not closed". */
export const tellFailure = (what: string, { message, requestId, status }: ApiFailure): void =>
  tell(`${what}. ${message}${status >= 500 && requestId !== null ? ` Request ${requestId}.` : ""}`, "failed");

const putAway = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

export function Notices(): JSX.Element {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <p key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Put away" onClick={() => putAway(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
