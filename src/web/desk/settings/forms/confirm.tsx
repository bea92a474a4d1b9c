import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import type { Answer } from "../../data/api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { FormState } from "../../parts/form.ts";
import { submit, untried } from "../../parts/form.ts";

interface ConfirmProps {
  readonly title: string;
  /** What will be so afterwards. */
  readonly children: ComponentChildren;
  /** The verb on the button: "Switch off". */
  readonly action: string;
  /** False while something has to be given first. */
  readonly isReady?: boolean;
  readonly act: () => Promise<Answer<unknown>>;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** A question before what cannot be undone, or breaks something elsewhere; why it was not done is said in it. */
export function Confirm({ title, children, action, isReady = true, act, onDone, onClose }: ConfirmProps): JSX.Element {
  const state = useSignal<FormState>(untried);
  const run = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!isReady || !(await submit(state, act))) return;
    onClose();
    onDone?.();
  };
  const { isBusy, failure } = state.value;
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="settings-form" onSubmit={(event) => void run(event)}>
        {children}
        {failure !== null && (
          <p class="error" role="alert">
            {failure.message}
          </p>
        )}
        <div class="save-bar">
          <button type="submit" class="danger" aria-disabled={!isReady || isBusy}>
            {action}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
