import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { passwordBounds } from "../../../codec/settings/password-bounds.ts";
import type { Answer, Api } from "../../shared/api/api.ts";
import { isUnknown } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { LanguageSelect } from "../../shared/language/language-select.tsx";
import { textsOf } from "../../shared/language/texts.ts";
import type { EntryField } from "../../shared/login/login.tsx";
import { EntryForm, Login } from "../../shared/login/login.tsx";
import { tryAgain } from "../../shared/parts/missing.tsx";
import type { Surroundings } from "../data/answers.types.ts";
import { openEntry } from "../data/entry.ts";
import { shell } from "../texts/en/shell.ts";
import { logOut } from "./log-out.ts";
import { DeskContext } from "./use-desk.ts";
import { UsernameHint } from "./username-hint.tsx";
import { Workplace } from "./workplace.tsx";

const text = textsOf("shell", shell);

/** The login or the desk. An agent whose session has ended finds everything as before after a new login. */
export function App({ browser }: { readonly browser: Browser }): JSX.Element {
  const entry = useMemo(() => openEntry(browser), [browser]);
  const enter = (): void => void entry.enter();
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
      {at === "login" && (
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

interface FirstPasswordProps {
  readonly api: Api;
  readonly email: string;
  readonly onChanged: () => void;
  /** Stops the running work before the page is reloaded. */
  readonly stop: () => void;
}

const fewest = passwordBounds.minLength;
const form = (): string => text("passwordForm", { count: fewest });

const fieldsOf = () =>
  ({
    current: {
      label: text("passwordGiven"),
      type: "password",
      autocomplete: "current-password",
      check: (value) => (value === "" ? text("passwordGivenMissing") : null),
      sentence: text("passwordGivenWrong"),
    },
    password: {
      label: text("passwordNew", { count: fewest }),
      type: "password",
      autocomplete: "new-password",
      check: (value) => ([...value].length < fewest || [...value].length > passwordBounds.maxLength ? form() : null),
      sentence: ({ said = "" }) => (/another one than current/.test(said) ? text("passwordSame") : form()),
    },
  }) as const satisfies Readonly<Record<string, EntryField>>;

/** Asks the service whether a request without an answer changed the password. */
async function change(api: Api, body: Readonly<Record<keyof ReturnType<typeof fieldsOf>, string>>) {
  const answer: Answer<unknown> = await api.send("POST", "/api/session/password", { body });
  if (answer.ok || !isUnknown(answer.failure)) return answer;
  const now = await api.get<Surroundings>("/api/session");
  return now.ok && now.value.passwordMustChange !== true ? now : answer;
}

/** The form before the desk after a login with a generated password, which other people have seen. Source: AUTH-15. */
function FirstPassword({ api, email, onChanged, stop }: FirstPasswordProps): JSX.Element {
  return (
    <main class="login">
      <EntryForm
        titleId="first-password-title"
        action={text("changePassword")}
        busy={text("changing")}
        fields={fieldsOf()}
        send={(body) => change(api, body)}
        onDone={onChanged}
      >
        <h1 id="first-password-title">{text("choosePassword")}</h1>
        <p>{text("choosePasswordWhy")}</p>
        <UsernameHint email={email} />
      </EntryForm>
      <p>
        {text("loggedInAs", { email })}{" "}
        <button type="button" class="quiet" onClick={() => void logOut(api, stop)}>
          {text("logOut")}
        </button>
      </p>
    </main>
  );
}
