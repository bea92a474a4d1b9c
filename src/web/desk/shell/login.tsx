import type { JSX, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { Api, ApiFailure } from "../data/api.ts";

interface LoginProps {
  readonly api: Api;
  readonly title?: string;
  /** Why one is here again; null at the first visit. */
  readonly reason: string | null;
  readonly onLogin: () => void;
}

/** The form before the desk, and before other pages of ours. */
export function Login({ api, title = "Log in to the desk", reason, onLogin }: LoginProps): JSX.Element {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const body = { email: form.get("email"), password: form.get("password") };
    const answer = await api.send("POST", "/api/session", { body });
    setBusy(false);
    if (answer.ok) onLogin();
    else setFailure(answer.failure);
  };
  return (
    <main class="login">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <path
          fill="var(--accent)"
          d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H14l-7 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
        />
      </svg>
      <form onSubmit={(event) => void submit(event)} aria-labelledby="login-title">
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
        {failure !== null && (
          <p class="error" role="alert">
            {failure.message}
          </p>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? "Logging in…" : "Log in"}
        </button>
      </form>
    </main>
  );
}
