import type { JSX } from "preact";
import { passwordBounds } from "../../../codec/settings/password-bounds.ts";
import type { Answer, Api } from "../../shared/api/api.ts";
import { isUnknown } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import type { EntryField } from "../../shared/login/login.tsx";
import { EntryForm } from "../../shared/login/login.tsx";
import type { Surroundings } from "../data/answers.types.ts";
import { shell } from "../texts/en/shell.ts";
import { logOut } from "./log-out.ts";
import { UsernameHint } from "./username-hint.tsx";

const text = textsOf("shell", shell);

interface FirstPasswordProps {
  readonly api: Api;
  readonly email: string;
  readonly onChanged: () => void;
  /** Stops the running work before the page is reloaded. */
  readonly stop: () => void;
}

const fewest = passwordBounds.minLength;
const form = (): string => text("passwordForm", { count: fewest });

export const newPasswordField = (): EntryField => ({
  label: text("passwordNew", { count: fewest }),
  type: "password",
  autocomplete: "new-password",
  check: (value) => ([...value].length < fewest || [...value].length > passwordBounds.maxLength ? form() : null),
  sentence: ({ said = "" }) => (/another one than current/.test(said) ? text("passwordSame") : form()),
});

const fieldsOf = () =>
  ({
    current: {
      label: text("passwordGiven"),
      type: "password",
      autocomplete: "current-password",
      check: (value) => (value === "" ? text("passwordGivenMissing") : null),
      sentence: text("passwordGivenWrong"),
    },
    password: newPasswordField(),
  }) as const satisfies Readonly<Record<string, EntryField>>;

/** Asks the service whether a request without an answer changed the password. */
export async function changePassword(api: Api, body: Readonly<Record<keyof ReturnType<typeof fieldsOf>, string>>) {
  const answer: Answer<unknown> = await api.send("POST", "/api/session/password", { body });
  if (answer.ok || !isUnknown(answer.failure)) return answer;
  const now = await api.get<Surroundings>("/api/session");
  return now.ok && now.value.passwordMustChange !== true ? now : answer;
}

/** The form before the desk after a login with a generated password, which other people have seen. Source: AUTH-15. */
export function FirstPassword({ api, email, onChanged, stop }: FirstPasswordProps): JSX.Element {
  return (
    <main class="login">
      <EntryForm
        titleId="first-password-title"
        action={text("changePassword")}
        busy={text("changing")}
        fields={fieldsOf()}
        send={(body) => changePassword(api, body)}
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
