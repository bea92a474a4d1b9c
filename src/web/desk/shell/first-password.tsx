import type { JSX } from "preact";
import { passwordBounds } from "../../../codec/password-bounds.ts";
import type { Api } from "../data/api.ts";
import { EntryForm } from "./entry-form.tsx";
import { logOut } from "./log-out.ts";
import { UsernameHint } from "./username-hint.tsx";

interface FirstPasswordProps {
  readonly api: Api;
  readonly email: string;
  readonly onChanged: () => void;
  /** Ends what runs in the page before it begins anew. */
  readonly stop: () => void;
}

/** The form before the desk of whoever logs in with a password that the service made: others have seen it. Source: AUTH-15. */
export function FirstPassword({ api, email, onChanged, stop }: FirstPasswordProps): JSX.Element {
  const send = (form: FormData) =>
    api.send("POST", "/api/session/password", {
      body: { current: form.get("current"), password: form.get("password") },
    });
  return (
    <main class="login">
      <EntryForm
        titleId="first-password-title"
        action="Change password"
        busy="Changing…"
        send={send}
        onDone={onChanged}
      >
        <h1 id="first-password-title">Choose your own password</h1>
        <p>The one you logged in with was made for you. Nobody but you is to know the next one.</p>
        <UsernameHint email={email} />
        <label>
          The password made for you
          <input name="current" type="password" autocomplete="current-password" required />
        </label>
        <label>
          New password, {passwordBounds.minLength} characters at least
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            minLength={passwordBounds.minLength}
            maxLength={passwordBounds.maxLength}
            required
          />
        </label>
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
