import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { Login } from "../../shared/login/login.tsx";
import { openDoor } from "../data/entry.ts";
import { NewPassword, Refused, Unreached } from "./outside.tsx";
import { Workplace } from "./workplace.tsx";

/** The login, the page of an administrator, or a text that explains why another agent sees nothing. */
export function App({ browser }: { readonly browser: Browser }): JSX.Element {
  const door = useMemo(() => openDoor(browser), [browser]);
  const enter = (): void => void door.enter();
  useEffect(enter, [door]);
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
