import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useDesk } from "../../shell/use-desk.ts";
import { UsernameHint } from "../../shell/username-hint.tsx";
import { bind } from "../forms/bound.ts";
import { checkPassword, newPasswordSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { Section, SettingsForm } from "../forms/form-section.tsx";
import { useForm } from "../forms/use-form.ts";

/** The service asks for the one there is, so that nobody takes over a desk that was left open. Source: AUTH-15. */
export function OwnPassword({ onChanged }: { readonly onChanged: () => void }): JSX.Element {
  const { api, surroundings } = useDesk();
  const isDone = useSignal(false);
  const form = useForm({
    name: "own password",
    saved: { current: "", password: "" },
    sentences: {
      current: "This is not the password you log in with now. Enter that one.",
      password: newPasswordSentence,
    },
    check: ({ current, password }) => ({
      current: current === "" ? "Enter the password you log in with now." : null,
      password: checkPassword(password),
    }),
    async send(_changed, body) {
      isDone.value = false;
      const answer = await api.send("POST", "/api/session/password", { body });
      if (!answer.ok) return answer;
      isDone.value = true;
      onChanged();
      return answer;
    },
  });
  return (
    <Section title="Password" help="A new one ends your sessions in all other browsers.">
      <SettingsForm form={form} action="Change password" busy="Changing…">
        <UsernameHint email={surroundings.value.agent.email} />
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          of={bind(form, "current")}
          isRequired
        />
        <TextField label="New password" type="password" of={bind(form, "password")} isRequired />
      </SettingsForm>
      <p role="status">{isDone.value && "Your password was changed. Your other sessions have ended."}</p>
    </Section>
  );
}
