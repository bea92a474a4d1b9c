import type { JSX } from "preact";
import { passwordBounds } from "../../../codec/settings/password-bounds.ts";
import type { Api } from "../../shared/api/api.ts";
import type { EntryField } from "../../shared/login/entry-form.tsx";
import { EntryForm } from "../../shared/login/entry-form.tsx";
import { logOut } from "./log-out.ts";
import { UsernameHint } from "./username-hint.tsx";

interface FirstPasswordProps {
  readonly api: Api;
  readonly email: string;
  readonly onChanged: () => void;
  /** Ends what runs in the page before it begins anew. */
  readonly stop: () => void;
}

const fewest = passwordBounds.minLength;
const form = `Use ${fewest} characters or more, and no password that many people have.`;

const fields = {
  current: {
    label: "The password made for you",
    type: "password",
    autocomplete: "current-password",
    check: (value) => (value === "" ? "Enter the password you logged in with." : null),
    sentence: "This is not the password you logged in with. Enter that one.",
  },
  password: {
    label: `New password, ${fewest} characters at least`,
    type: "password",
    autocomplete: "new-password",
    check: (value) => ([...value].length < fewest || [...value].length > passwordBounds.maxLength ? form : null),
    sentence: ({ said = "" }) =>
      /another one than current/.test(said) ? "This is the password made for you. Choose another one." : form,
  },
} as const satisfies Readonly<Record<string, EntryField>>;

/** The form before the desk of whoever logs in with a password that the service made: others have seen it. Source: AUTH-15. */
export function FirstPassword({ api, email, onChanged, stop }: FirstPasswordProps): JSX.Element {
  return (
    <main class="login">
      <EntryForm
        titleId="first-password-title"
        action="Change password"
        busy="Changing…"
        fields={fields}
        send={(body) => api.send("POST", "/api/session/password", { body })}
        onDone={onChanged}
      >
        <h1 id="first-password-title">Choose your own password</h1>
        <p>The one you logged in with was made for you. Nobody but you is to know the next one.</p>
        <UsernameHint email={email} />
      </EntryForm>
      <p>
        You are logged in as {email}.{" "}
        <button type="button" class="quiet" onClick={() => void logOut({ api, stop })}>
          Log out
        </button>
      </p>
    </main>
  );
}
