import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { Api } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { LanguageSelect } from "../../shared/language/language-select.tsx";
import { textsOf } from "../../shared/language/texts.ts";
import { Login } from "../../shared/login/login.tsx";
import { tryAgain, useLater } from "../../shared/parts/missing.tsx";
import { openEntry } from "../data/entry.ts";
import { shell } from "../texts/en/shell.ts";
import { FirstPassword } from "./first-password.tsx";
import type { Invitation } from "./invitation.ts";
import { takeInvitation } from "./invitation.ts";
import { DeskContext } from "./use-desk.ts";
import { Workplace } from "./workplace.tsx";

const text = textsOf("shell", shell);

/** The login or the desk. An agent whose session has ended finds everything as before after a new login. */
export function App({ browser }: { readonly browser: Browser }): JSX.Element {
  const entry = useMemo(() => openEntry(browser), [browser]);
  const enter = (): void => void entry.enter();
  const invited = useSignal(useMemo(takeInvitation, []));
  const { value: invitation } = invited;
  useLayoutEffect(() => {
    enter();
    return entry.stop;
  }, [entry]);
  useEffect(() => {
    // An invitation that is pasted into the open page changes only the end of its address.
    const take = (): void => {
      invited.value = takeInvitation() ?? invited.value;
    };
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  const at = entry.state.value;
  const desk = entry.desk.value;
  return (
    <>
      {typeof at === "object" && (
        <main class="login">
          <p role="alert">{at.unreached}</p>
          <button type="button" class="primary" onClick={enter}>
            {tryAgain()}
          </button>
        </main>
      )}
      {at === "login" && invitation !== null && desk === null && (
        <Invited api={entry.api} invitation={invitation} onDone={enter} />
      )}
      {at === "login" && (invitation === null || desk !== null) && (
        <Login
          api={entry.api}
          title={text("logInTitle")}
          reason={desk === null ? null : text("sessionEnded")}
          onLogin={enter}
        >
          <LanguageSelect label={text("language")} />
        </Login>
      )}
      {at === "change" && (
        <FirstPassword api={entry.api} email={entry.email.value} onChanged={enter} stop={entry.stop} />
      )}
      {desk !== null && (
        <DeskContext.Provider value={desk}>
          <div class="inside" hidden={at !== "inside"}>
            <Workplace key={desk.surroundings.value.agent.id} />
          </div>
        </DeskContext.Provider>
      )}
    </>
  );
}

interface InvitedProps {
  readonly api: Api;
  readonly invitation: Invitation;
  readonly onDone: () => void;
}

/** The form is loaded when it is needed, because most logins never show it. */
function Invited(props: InvitedProps): JSX.Element | null {
  const state = useLater(() => import("./accept-invitation.tsx"));
  return typeof state === "object" ? <state.part.AcceptInvitation {...props} /> : null;
}
