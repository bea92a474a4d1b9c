import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { ApiFailure } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { named } from "../../shared/ui/tooltip.ts";
import { shell } from "../texts/en/shell.ts";

const words = textsOf("shell", shell);

interface Notice {
  readonly id: number;
  readonly kind: "done" | "failed";
  readonly text: string;
  /** The action that the notice offers. */
  readonly action: NoticeAction | null;
}
export interface NoticeAction {
  readonly title: string;
  readonly run: () => void;
}

const notices = signal<readonly Notice[]>([]);
let lastId = 0;

const shownMs = 6_000;
/** Long enough to read the notice and to use its action. */
const withActionMs = 10_000;

/** Shows a result for a short time, also to screen readers. */
export function tell(text: string, kind: Notice["kind"] = "done", action: NoticeAction | null = null): void {
  lastId += 1;
  const notice = { id: lastId, kind, text, action };
  notices.value = [...notices.value.slice(-3), notice];
  // A failure stays until the agent closes it.
  if (kind === "done") setTimeout(() => putAway(notice.id), action === null ? shownMs : withActionMs);
}

/** `what` failed: "The chat was not closed". */
export const tellFailure = (what: string, { message, requestId, status }: ApiFailure): void =>
  tell(
    `${what}. ${message}${status >= 500 && requestId !== null ? ` ${words("request", { id: requestId })}` : ""}`,
    "failed",
  );

const putAway = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

export function Notices(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text, action }) => (
        <p key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {action !== null && (
            <button
              type="button"
              onClick={() => {
                putAway(id);
                action.run();
              }}
            >
              {action.title}
            </button>
          )}
          <button type="button" class="icon-button" {...named(words("putAway"))} onClick={() => putAway(id)}>
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}
