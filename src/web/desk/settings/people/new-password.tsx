import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Field } from "../../../shared/parts/field.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { placeOf } from "../../shell/route.ts";
import { checkOptionalPassword, passwordSentence } from "../forms/checks.ts";
import { Confirm } from "../forms/confirm.tsx";
import { Section } from "../forms/form-section.tsx";
import type { AgentSectionProps } from "./agent-props.types.ts";
import { makePassword } from "./make-password.ts";

/** Another password for who has forgotten the old one, or should be out at once. Source: AUTH-14. */
export const NewPassword = (props: AgentSectionProps): JSX.Element =>
  props.isSelf ? (
    <Section title="Password">
      <p>
        You change your own password under <a href={placeOf(["settings", "me"])}>Your account</a>.
      </p>
    </Section>
  ) : (
    <Given {...props} />
  );

function Given({ agent: { id, name }, listing }: AgentSectionProps): JSX.Element {
  const isAsking = useSignal(false);
  const typed = useSignal("");
  /** Null: none was set here. `made`: to be shown, null when it was given. */
  const done = useSignal<{ readonly made: string | null } | null>(null);
  const ask = (): void => {
    typed.value = "";
    isAsking.value = true;
  };
  const set = async () => {
    const given = typed.value;
    const password = given === "" ? makePassword() : given;
    const answer = await listing.change(id, { password });
    typed.value = "";
    if (answer.ok) done.value = { made: given === "" ? password : null };
    else if (answer.failure.field === "password")
      return { ok: false as const, failure: { ...answer.failure, message: passwordSentence } };
    return answer;
  };
  return (
    <Section title="Password" help="For who has forgotten it. What is set now cannot be shown.">
      {done.value !== null && (
        <div class="settings-notice" role="status">
          <p>
            The password was changed. <bdi>{name}</bdi> is logged out everywhere.
          </p>
          {done.value.made !== null && (
            <CopyField label="New password" value={done.value.made} help="It is shown only now." />
          )}
        </div>
      )}
      <div class="save-bar">
        <button type="button" onClick={ask}>
          New password…
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={`New password for ${name}?`}
          action="Set it"
          why={checkOptionalPassword(typed.value)}
          act={set}
          onClose={() => (isAsking.value = false)}
        >
          <p>
            The old one ends at once, and <bdi>{name}</bdi> is logged out everywhere.
          </p>
          <Field label="Password" help="Empty: one is made, and shown to you once.">
            {(control) => (
              <input
                {...control}
                type="password"
                autocomplete="new-password"
                maxLength={1024}
                value={typed.value}
                onInput={(event) => (typed.value = event.currentTarget.value)}
              />
            )}
          </Field>
        </Confirm>
      )}
    </Section>
  );
}
