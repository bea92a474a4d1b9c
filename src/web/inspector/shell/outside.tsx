import type { JSX } from "preact";

interface RefusedProps {
  readonly name: string;
  readonly logOut: () => void;
}

/** The page for an agent who is not an administrator. */
export const Refused = ({ name, logOut }: RefusedProps): JSX.Element => (
  <main class="login">
    <section class="outside">
      <h1>The inspector is for administrators</h1>
      <p>You are logged in as {name}, who is an agent. An administrator can change that in the settings of the desk.</p>
      <p class="actions">
        <a class="button primary" href="/desk/">
          Go to the desk
        </a>
        <button type="button" onClick={logOut}>
          Log out
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
      <h1>The inspector could not be opened</h1>
      <p role="alert">Your password was made for you: change it at the desk first.</p>
      <p class="actions">
        <a class="button primary" href="/desk/">
          Open the desk
        </a>
        <button type="button" onClick={retry}>
          Try again
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
      <h1>The inspector could not be opened</h1>
      <p role="alert">{message}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={retry}>
          Try again
        </button>
      </p>
    </section>
  </main>
);
