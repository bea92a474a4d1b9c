import type { JSX } from "preact";
import type { Api } from "../api/api.ts";
import type { EntryField } from "./entry-form.tsx";
import { EntryForm } from "./entry-form.tsx";

interface LoginProps {
  readonly api: Api;
  readonly title?: string;
  /** Why one is here again; null at the first visit. */
  readonly reason: string | null;
  readonly onLogin: () => void;
}

const fields = {
  email: {
    label: "E-mail",
    type: "email",
    autocomplete: "username",
    check: (value) => (value.trim() === "" ? "Enter your e-mail address." : null),
    sentence: "Enter the e-mail address of your account.",
  },
  password: {
    label: "Password",
    type: "password",
    autocomplete: "current-password",
    check: (value) => (value === "" ? "Enter your password." : null),
    sentence: "Enter the password of your account.",
  },
} as const satisfies Readonly<Record<string, EntryField>>;

/** The form before the desk, and before other pages of ours. */
export function Login({ api, title = "Log in to the desk", reason, onLogin }: LoginProps): JSX.Element {
  return (
    <main class="login">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path
          fill="var(--accent)"
          d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
        />
      </svg>
      <EntryForm
        titleId="login-title"
        action="Log in"
        busy="Logging in…"
        fields={fields}
        send={(body) => api.send("POST", "/api/session", { body })}
        onDone={onLogin}
      >
        <h1 id="login-title">{title}</h1>
        {reason !== null && <p role="status">{reason}</p>}
      </EntryForm>
    </main>
  );
}
