import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { tell } from "../../shell/notices.tsx";
import { go } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import { Confirm } from "./confirm.tsx";
import { draftsOf } from "./drafts.ts";
import { Section } from "./form-section.tsx";

const text = textsOf("settings-forms", settingsForms);

interface RemoveRecordProps {
  /** "Remove the agent". */
  readonly title: string;
  readonly name: string;
  /** How its unsaved forms are called begins so. */
  readonly forms: string;
  /** Where one is afterwards. */
  readonly back: string;
  /** What will be so afterwards. */
  readonly children: ComponentChildren;
  readonly act: () => Promise<Answer<unknown>>;
}

/** The end of a page: takes away what it is of. */
export function RemoveRecord({ title, name, forms, back, children, act }: RemoveRecordProps): JSX.Element {
  const drafts = draftsOf(useDesk());
  const isAsking = useSignal(false);
  const done = (): void => {
    drafts.drop(forms);
    tell(text("wasRemoved", { name }));
    go(back, true);
  };
  return (
    <Section title={title}>
      <div class="save-bar">
        <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
          {text("removeEllipsis")}
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={text("removeName", { name })}
          action={text("remove")}
          act={act}
          onDone={done}
          onClose={() => (isAsking.value = false)}
        >
          {children}
        </Confirm>
      )}
    </Section>
  );
}
