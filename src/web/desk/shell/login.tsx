import type { JSX } from "preact";
import type { Api } from "../data/api.ts";
import { EntryForm } from "./entry-form.tsx";

interface LoginProps {
  readonly api: Api;
  readonly title?: string;
  /** Why one is here again; null at the first visit. */
  readonly reason: string | null;
  readonly onLogin: () => void;
}

/** The form before the desk, and before other pages of ours. */
export function Login({ api, title = "Log in to the desk", reason, onLogin }: LoginProps): JSX.Element {
  const send = (form: FormData) =>
    api.send("POST", "/api/session", { body: { email: form.get("email"), password: form.get("password") } });
  return (
    <main class="login">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path
          fill="var(--accent)"
          d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
        />
      </svg>
      <EntryForm titleId="login-title" action="Log in" busy="Logging in…" send={send} onDone={onLogin}>
        <h1 id="login-title">{title}</h1>
        {reason !== null && <p role="status">{reason}</p>}
        <label>
          E-mail
          <input name="email" type="email" autocomplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
      </EntryForm>
    </main>
  );
}
