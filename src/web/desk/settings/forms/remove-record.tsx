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
