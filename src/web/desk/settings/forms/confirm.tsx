import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { cancel, underWay } from "../../../shared/parts/press.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { ErrorText } from "../../../shared/ui/field.tsx";
import { explained } from "../../../shared/ui/tooltip.ts";
import type { FormState } from "../../parts/form.ts";
import { submit, untried } from "../../parts/form.ts";
import { tell } from "../../shell/notices.tsx";
import { go } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import { draftsOf } from "./drafts.ts";
import { Section } from "./form-section.tsx";

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
        {failure !== null && <ErrorText>{failure.message}</ErrorText>}
        <div class="save-bar">
          <button
            type="submit"
            class="danger"
            aria-disabled={why !== null || isBusy}
            {...explained(why ?? (isBusy ? underWay() : undefined))}
          >
            {action}
          </button>
          <button type="button" onClick={onClose}>
            {cancel()}
          </button>
          {why !== null && <p class="help">{why}</p>}
        </div>
      </form>
    </Dialog>
  );
}

interface AskingButtonProps extends Omit<ConfirmProps, "onClose"> {
  /** The words on the button, which end with an ellipsis. */
  readonly button: string;
  readonly look?: "danger" | "primary";
  /** Called before the question appears. */
  readonly onAsk?: () => void;
}

/** A button that asks before it acts. */
export function AskingButton({ button, look, onAsk, ...question }: AskingButtonProps): JSX.Element {
  const isAsking = useSignal(false);
  const ask = (): void => {
    onAsk?.();
    isAsking.value = true;
  };
  return (
    <>
      <div class="save-bar">
        <button type="button" class={look} onClick={ask}>
          {button}
        </button>
      </div>
      {isAsking.value && <Confirm {...question} onClose={() => (isAsking.value = false)} />}
    </>
  );
}

interface RemoveRecordProps {
  /** "Remove the agent". */
  readonly title: string;
  readonly name: string;
  /** The prefix of the names of its forms. */
  readonly forms: string;
  /** The place that opens after the removal. */
  readonly back: string;
  /** The consequences. */
  readonly children: ComponentChildren;
  readonly act: () => Promise<Answer<unknown>>;
}

/** The last section of a page: removes its record. */
export function RemoveRecord({ title, name, forms, back, children, act }: RemoveRecordProps): JSX.Element {
  const drafts = draftsOf(useDesk());
  const done = (): void => {
    drafts.drop(forms);
    tell(text("wasRemoved", { name }));
    go(back, true);
  };
  return (
    <Section title={title}>
      <AskingButton
        button={text("removeEllipsis")}
        look="danger"
        title={text("removeName", { name })}
        action={text("remove")}
        act={act}
        onDone={done}
      >
        {children}
      </AskingButton>
    </Section>
  );
}
