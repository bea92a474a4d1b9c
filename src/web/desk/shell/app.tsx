import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { LanguageSelect } from "../../shared/language/language-select.tsx";
import { textsOf } from "../../shared/language/texts.ts";
import { Login } from "../../shared/login/login.tsx";
import { tryAgain } from "../../shared/parts/missing.tsx";
import { openEntry } from "../data/entry.ts";
import { shell } from "../texts/en/shell.ts";
import { FirstPassword } from "./first-password.tsx";
import { AcceptInvitation, takeInvitation } from "./invitation.tsx";
import { DeskContext } from "./use-desk.ts";
import { Workplace } from "./workplace.tsx";

const text = textsOf("shell", shell);

/** The login or the desk. An agent whose session has ended finds everything as before after a new login. */
export function App({ browser }: { readonly browser: Browser }): JSX.Element {
  const entry = useMemo(() => openEntry(browser), [browser]);
  const enter = (): void => void entry.enter();
  const invitation = useMemo(takeInvitation, []);
  useLayoutEffect(() => {
    enter();
    return entry.stop;
  }, [entry]);
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
        <AcceptInvitation api={entry.api} invitation={invitation} onDone={enter} />
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
