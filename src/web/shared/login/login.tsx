import type { ComponentChildren, JSX } from "preact";
import type { Api } from "../api/api.ts";
import { textsOf } from "../language/texts.ts";
import { login } from "../texts/en/login.ts";
import type { EntryField } from "./entry-form.tsx";
import { EntryForm } from "./entry-form.tsx";

interface LoginProps {
  readonly api: Api;
  readonly title: string;
  /** Why the person must log in again; null at the first visit. */
  readonly reason: string | null;
  readonly onLogin: () => void;
  /** Shown below the form. */
  readonly children?: ComponentChildren;
}

const text = textsOf("login", login);
/** While many people guess passwords, the service serves new browsers that come back after a second. */
const logInsMax = 5;

const fieldsOf = (): Readonly<Record<"email" | "password", EntryField>> => ({
  email: {
    label: text("email"),
    type: "email",
    autocomplete: "username",
    check: (value) => (value.trim() === "" ? text("emailMissing") : null),
    sentence: text("emailWrong"),
  },
  password: {
    label: text("password"),
    type: "password",
    autocomplete: "current-password",
    check: (value) => (value === "" ? text("passwordMissing") : null),
    sentence: text("passwordWrong"),
  },
});

/** The login form of the desk and of our other pages. */
export function Login({ api, title, reason, onLogin, children }: LoginProps): JSX.Element {
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
        action={text("logIn")}
        busy={text("busy")}
        fields={fieldsOf()}
        send={(body) => api.send("POST", "/api/session", { body, comesBack: logInsMax - 1 })}
        onDone={onLogin}
      >
        <h1 id="login-title">{title}</h1>
        {reason !== null && <p role="status">{reason}</p>}
      </EntryForm>
      {children}
    </main>
  );
}
