import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { Answer, ApiFailure } from "../data/api.ts";

interface EntryFormProps {
  /** Of the element that names the form. */
  readonly titleId: string;
  readonly action: string;
  /** What the button says while the answer is awaited. */
  readonly busy: string;
  readonly send: (form: FormData) => Promise<Answer<unknown>>;
  readonly onDone: () => void;
  readonly children: ComponentChildren;
}

/** A form that stands before the desk: one request, and its failure below the fields. */
export function EntryForm({ titleId, action, busy, send, onDone, children }: EntryFormProps): JSX.Element {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await send(new FormData(event.currentTarget));
    setBusy(false);
    if (answer.ok) onDone();
    else setFailure(answer.failure);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-labelledby={titleId}>
      {children}
      {failure !== null && (
        <p class="error" role="alert">
          {failure.message}
        </p>
      )}
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? busy : action}
      </button>
    </form>
  );
}
