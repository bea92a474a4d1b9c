import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { isUnknown } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { UsernameHint } from "../../shell/username-hint.tsx";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { bind } from "../forms/bound.ts";
import { checkPassword, newPasswordSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { Section, SettingsForm } from "../forms/form-section.tsx";
import { useForm } from "../forms/use-form.ts";

const text = textsOf("settings-you", settingsYou);

/** The service requires the current password, so that nobody can take over an unattended desk. Source: AUTH-15. */
export function OwnPassword({ onChanged }: { readonly onChanged: () => void }): JSX.Element {
  const { api, surroundings } = useDesk();
  const isDone = useSignal(false);
  const form = useForm({
    name: "own password",
    saved: { current: "", password: "" },
    sentences: {
      current: () => text("currentWrong"),
      password: newPasswordSentence,
    },
    check: ({ current, password }) => ({
      current: current === "" ? text("currentMissing") : null,
      password: checkPassword(password),
    }),
    async send(_changed, body) {
      isDone.value = false;
      const change = () => api.send("POST", "/api/session/password", { body });
      const first = await change();
      // The service answers a repeated change like the first one.
      const answer = first.ok || !isUnknown(first.failure) ? first : await change();
      if (!answer.ok) return answer;
      isDone.value = true;
      onChanged();
      return answer;
    },
  });
  return (
    <Section title={text("password")} help={text("passwordHelp")}>
      <SettingsForm form={form} action={text("changePassword")} busy={text("changing")}>
        <UsernameHint email={surroundings.value.agent.email} />
        <TextField
          label={text("currentPassword")}
          type="password"
          autocomplete="current-password"
          of={bind(form, "current")}
          isRequired
        />
        <TextField label={text("newPassword")} type="password" of={bind(form, "password")} isRequired />
      </SettingsForm>
      <p role="status">{isDone.value && text("passwordChanged")}</p>
    </Section>
  );
}
