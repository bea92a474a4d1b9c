import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { Login } from "../../shared/login/login.tsx";
import { openDoor } from "../data/entry.ts";
import { Workplace } from "./workplace.tsx";

/** The login, the page of an administrator, or a text that explains why another agent sees nothing. */
export function App({ browser }: { readonly browser: Browser }): JSX.Element {
  const door = useMemo(() => openDoor(browser), [browser]);
  const enter = (): void => void door.enter();
  useLayoutEffect(enter, [door]);
  const entry = door.entry.value;
  switch (entry.at) {
    case "asking":
      return <main class="login" aria-busy="true" />;
    case "login": {
      const reason = entry.hasEnded ? "Your session has ended. You find this page as it was." : null;
      return <Login api={door.api} title="Log in to the inspector" reason={reason} onLogin={enter} />;
    }
    case "refused":
      return <Refused name={entry.name} logOut={() => void door.logOut()} />;
    case "new-password":
      return <NewPassword retry={enter} />;
    case "unreached":
      return <Unreached message={entry.message} retry={enter} />;
    default:
      return <Workplace browser={browser} door={door} />;
  }
}

interface RefusedProps {
  readonly name: string;
  readonly logOut: () => void;
}

/** The page for an agent who is not an administrator. */
const Refused = ({ name, logOut }: RefusedProps): JSX.Element => (
  <main class="login">
    <section class="card">
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
const NewPassword = ({ retry }: NewPasswordProps): JSX.Element => (
  <main class="login">
    <section class="card">
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

const Unreached = ({ message, retry }: UnreachedProps): JSX.Element => (
  <main class="login">
    <section class="card">
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
