import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { Answer } from "../../../shared/api/api.ts";
import { tell } from "../../shell/notices.tsx";
import { go } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { Confirm } from "./confirm.tsx";
import { draftsOf } from "./drafts.ts";
import { Section } from "./form-section.tsx";

interface RemoveRecordProps {
  /** "agent". */
  readonly what: string;
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
export function RemoveRecord({ what, name, forms, back, children, act }: RemoveRecordProps): JSX.Element {
  const drafts = draftsOf(useDesk());
  const isAsking = useSignal(false);
  const done = (): void => {
    drafts.drop(forms);
    tell(`${name} was removed`);
    go(back, true);
  };
  return (
    <Section title={`Remove the ${what}`}>
      <div class="save-bar">
        <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
          Remove…
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={`Remove ${name}?`}
          action="Remove"
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
