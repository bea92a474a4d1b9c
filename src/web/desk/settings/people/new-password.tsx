import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Field } from "../../../shared/ui/field.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { placeOf } from "../../shell/route.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { checkOptionalPassword, passwordSentence } from "../forms/checks.ts";
import { AskingButton } from "../forms/confirm.tsx";
import { Section } from "../forms/form-section.tsx";
import type { AgentSectionProps } from "./agent-fields.tsx";
import { makePassword } from "./agent-values.ts";

const text = textsOf("settings-people", settingsPeople);

/** A new password for an agent who has forgotten the old one, or who must be logged out at once. Source: AUTH-14. */
export const NewPassword = (props: AgentSectionProps): JSX.Element =>
  props.isSelf ? (
    <Section title={text("password")}>
      <p>
        {split(text("ownPassword", { account: "{account}" }), {
          account: <a href={placeOf(["settings", "me"])}>{text("yourAccount")}</a>,
        })}
      </p>
    </Section>
  ) : (
    <Given {...props} />
  );

function Given({ agent: { id, name }, listing }: AgentSectionProps): JSX.Element {
  const typed = useSignal("");
  /** Null while no password was set on this page. `made` is the generated password to show, or null for a chosen password. */
  const done = useSignal<{ readonly made: string | null } | null>(null);
  const set = async () => {
    const given = typed.value;
    const password = given === "" ? makePassword() : given;
    const answer = await listing.change(id, { password });
    typed.value = "";
    if (answer.ok) done.value = { made: given === "" ? password : null };
    else if (answer.failure.field === "password")
      return { ok: false as const, failure: { ...answer.failure, message: passwordSentence() } };
    return answer;
  };
  return (
    <Section title={text("password")} help={text("newPasswordHelp")}>
      {done.value !== null && (
        <div class="settings-notice" role="status">
          <p>{split(text("passwordChanged", { name: "{name}" }), { name: <bdi>{name}</bdi> })}</p>
          {done.value.made !== null && (
            <CopyField label={text("newPassword")} value={done.value.made} help={text("shownOnlyNow")} />
          )}
        </div>
      )}
      <AskingButton
        button={text("newPasswordEllipsis")}
        onAsk={() => (typed.value = "")}
        title={text("newPasswordFor", { name })}
        action={text("setPassword")}
        why={checkOptionalPassword(typed.value)}
        act={set}
      >
        <p>{split(text("newPasswordThen", { name: "{name}" }), { name: <bdi>{name}</bdi> })}</p>
        <Field label={text("password")} help={text("passwordHelp")}>
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
      </AskingButton>
    </Section>
  );
}
