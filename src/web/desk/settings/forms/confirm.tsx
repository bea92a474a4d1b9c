import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { underWay } from "../../../shared/parts/press.ts";
import { Dialog } from "../../parts/dialog.tsx";
import type { FormState } from "../../parts/form.ts";
import { submit, untried } from "../../parts/form.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";

const text = textsOf("settings-forms", settingsForms);

interface ConfirmProps {
  readonly title: string;
  /** The consequences. */
  readonly children: ComponentChildren;
  /** The verb on the button: "Switch off". */
  readonly action: string;
  /** What the user must do first, or null. */
  readonly why?: string | null;
  readonly act: () => Promise<Answer<unknown>>;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** A question before an action that cannot be undone or that breaks something elsewhere. It also shows the failure of the action. */
export function Confirm({ title, children, action, why = null, act, onDone, onClose }: ConfirmProps): JSX.Element {
  const state = useSignal<FormState>(untried);
  const run = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (why !== null || !(await submit(state, act))) return;
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
          <button
            type="submit"
            class="danger"
            aria-disabled={why !== null || isBusy}
            title={why ?? (isBusy ? underWay() : undefined)}
          >
            {action}
          </button>
          <button type="button" onClick={onClose}>
            {text("cancel")}
          </button>
          {why !== null && <p class="help">{why}</p>}
        </div>
      </form>
    </Dialog>
  );
}
