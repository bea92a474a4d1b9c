import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { inspectorShell } from "../texts/en/inspector-shell.ts";

const text = textsOf("inspector-shell", inspectorShell);

interface RefusedProps {
  readonly name: string;
  readonly logOut: () => void;
}

/** The page for an agent who is not an administrator. */
export const Refused = ({ name, logOut }: RefusedProps): JSX.Element => (
  <main class="login">
    <section class="outside">
      <h1>{text("forAdministrators")}</h1>
      <p>{text("loggedInAs", { name })}</p>
      <p class="actions">
        <a class="button primary" href="/desk/">
          {text("goToDesk")}
        </a>
        <button type="button" onClick={logOut}>
          {text("logOut")}
        </button>
      </p>
    </section>
  </main>
);

interface NewPasswordProps {
  readonly retry: () => void;
}

/** The page for an agent who must change a password that another person set. Only the desk can change it. */
export const NewPassword = ({ retry }: NewPasswordProps): JSX.Element => (
  <main class="login">
    <section class="outside">
      <h1>{text("notOpened")}</h1>
      <p role="alert">{text("passwordMade")}</p>
      <p class="actions">
        <a class="button primary" href="/desk/">
          {text("openDesk")}
        </a>
        <button type="button" onClick={retry}>
          {text("tryAgain")}
        </button>
      </p>
    </section>
  </main>
);

interface UnreachedProps {
  readonly message: string;
  readonly retry: () => void;
}

export const Unreached = ({ message, retry }: UnreachedProps): JSX.Element => (
  <main class="login">
    <section class="outside">
      <h1>{text("notOpened")}</h1>
      <p role="alert">{message}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={retry}>
          {text("tryAgain")}
        </button>
      </p>
    </section>
  </main>
);
