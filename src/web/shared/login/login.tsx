import type { ComponentChildren, JSX, TargetedInputEvent, TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer, Api, ApiFailure } from "../api/api.ts";
import { textsOf } from "../language/texts.ts";
import { underWay } from "../parts/press.ts";
import type { Sentence } from "../parts/sentences.ts";
import { isAbout, say } from "../parts/sentences.ts";
import { login } from "../texts/en/login.ts";
import { ErrorText, Field } from "../ui/field.tsx";
import { explained } from "../ui/tooltip.ts";

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

/** A field of an entry form. */
export interface EntryField {
  readonly label: string;
  readonly type: "email" | "password";
  readonly autocomplete: "username" | "current-password" | "new-password";
  /** Returns the mistake in the value, or null. */
  readonly check: (value: string) => string | null;
  /** The sentence shown when the service refuses the value. */
  readonly sentence: Sentence;
}

interface EntryFormProps<Name extends string> {
  /** The id of the element that names the form. */
  readonly titleId: string;
  readonly action: string;
  /** The button's text while the request is in progress. */
  readonly busy: string;
  readonly fields: Readonly<Record<Name, EntryField>>;
  readonly send: (values: Readonly<Record<Name, string>>) => Promise<Answer<unknown>>;
  readonly onDone: () => void;
  readonly children: ComponentChildren;
}

/**
 * A form that is shown in place of a page. Its first field has the focus, later the field with a mistake, which is shown beside it. Other
 * failures are shown below the fields.
 */
export function EntryForm<Name extends string>(props: EntryFormProps<Name>): JSX.Element {
  const { titleId, action, busy, fields, send, onDone, children } = props;
  const names = Object.keys(fields) as Name[];
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, ""])) as Record<Name, string>,
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(tries > 0 ? "[aria-invalid=true]" : ".field input")?.focus();
  }, [tries]);
  const errorOf = (name: Name): string | null => {
    const { check, sentence } = fields[name];
    const own = left.has(name) ? check(values[name]) : null;
    return own ?? (failure !== null && isAbout(failure, name) ? say(sentence, failure) : null);
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    // A browser can fill in a field without an event for the page.
    const given = new FormData(event.currentTarget);
    const sent = Object.fromEntries(names.map((name) => [name, String(given.get(name) ?? "")])) as Record<Name, string>;
    setValues(sent);
    setLeft(new Set(names));
    setFailure(null);
    if (names.some((name) => fields[name].check(sent[name]) !== null)) return setTries(tries + 1);
    setBusy(true);
    const answer = await send(sent);
    setBusy(false);
    if (answer.ok) return onDone();
    setFailure(answer.failure);
    setTries(tries + 1);
  };
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} aria-labelledby={titleId}>
      {children}
      {names.map((name) => (
        <Field key={name} label={fields[name].label} error={errorOf(name)}>
          {(control) => {
            const { type, autocomplete } = fields[name];
            const shared = {
              ...control,
              name,
              autocomplete,
              "aria-required": true,
              value: values[name],
              onInput: (event: TargetedInputEvent<HTMLInputElement>) => {
                setValues({ ...values, [name]: event.currentTarget.value });
                if (failure !== null && isAbout(failure, name)) setFailure(null);
              },
              onBlur: () => values[name] !== "" && setLeft(new Set([...left, name])),
            };
            return type === "email" ? <input {...shared} type="email" /> : <input {...shared} type="password" />;
          }}
        </Field>
      ))}
      {failure !== null && !names.some((name) => isAbout(failure, name)) && <ErrorText>{failure.message}</ErrorText>}
      <button type="submit" class="primary" aria-disabled={isBusy} {...explained(isBusy ? underWay() : undefined)}>
        {isBusy ? busy : action}
      </button>
    </form>
  );
}
