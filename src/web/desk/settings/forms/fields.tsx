import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX, TargetedFocusEvent, TargetedInputEvent } from "preact";
import { useId } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { ErrorText, Field } from "../../../shared/ui/field.tsx";
import { placeOf } from "../../shell/route.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import { isSame } from "./changes.ts";
import { fromLines, toLines } from "./checks.ts";
import type { Bound } from "./use-form.ts";

interface FieldProps<Value> {
  readonly label: string;
  readonly help?: ComponentChildren;
  readonly of: Bound<Value>;
}

interface TextFieldProps extends FieldProps<string> {
  readonly type?: "text" | "url" | "password";
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** For a password field: the current or a new password; new by default. */
  readonly autocomplete?: "current-password" | "new-password";
}

/** A line of text. */
export function TextField(props: TextFieldProps): JSX.Element {
  const { label, help, of, type = "text", placeholder = "", isRequired = false } = props;
  const { autocomplete = "new-password" } = props;
  const shared = {
    spellcheck: false,
    placeholder,
    "aria-required": isRequired,
    value: of.value,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => of.set(event.currentTarget.value),
    onBlur: of.leave,
  };
  return (
    <Field label={label} help={help} error={refusedWords(of.error)}>
      {(control) =>
        type === "password" ? (
          <input {...control} {...shared} type="password" autocomplete={autocomplete} />
        ) : (
          <input {...control} {...shared} inputMode={type} autocomplete="off" />
        )
      }
    </Field>
  );
}

/** A field for several texts, one on each line. */
export function LinesField({ label, help, of }: FieldProps<readonly string[]>): JSX.Element {
  const text = useSignal(toLines(of.value));
  // Keeps the typed text with its empty lines while it means the same value.
  const shown = isSame(fromLines(text.value), of.value) ? text.value : toLines(of.value);
  return (
    <Field label={label} help={help} error={of.error}>
      {(control) => (
        <textarea
          {...control}
          rows={Math.max(2, Math.min(8, of.value.length + 1))}
          spellcheck={false}
          value={shown}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            of.set(fromLines(text.value));
          }}
          onBlur={of.leave}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<Value extends string> extends FieldProps<Value> {
  readonly choices: readonly (readonly [value: Value, title: string])[];
}

/** A field to choose one of a few options. */
export const ChoiceField = <Value extends string>({
  label,
  help,
  of,
  choices,
}: ChoiceFieldProps<Value>): JSX.Element => (
  <Field label={label} help={help} error={of.error}>
    {(control) => (
      <select
        {...control}
        value={of.value}
        onChange={(event) => {
          const found = choices.find(([value]) => value === event.currentTarget.value);
          if (found !== undefined) of.set(found[0]);
        }}
        onBlur={of.leave}
      >
        {choices.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** A field for yes or no. */
export function CheckField({ label, help, of }: FieldProps<boolean>): JSX.Element {
  const id = useId();
  return (
    <div class="check-field">
      <input
        type="checkbox"
        id={id}
        checked={of.value}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => of.set(event.currentTarget.checked)}
        onBlur={of.leave}
      />
      <label for={id}>{label}</label>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {of.error !== null && <ErrorText>{of.error}</ErrorText>}
    </div>
  );
}

interface SeveralFieldProps<Value extends number | string> extends FieldProps<readonly Value[]> {
  readonly choices: readonly (readonly [value: Value, title: string])[];
  /** The text when there are no options. */
  readonly empty: string;
}

/** A field to choose several of the given options. */
export function SeveralField<Value extends number | string>({
  label,
  help,
  of,
  choices,
  empty,
}: SeveralFieldProps<Value>): JSX.Element {
  const id = useId();
  const toggle = (value: Value, isChosen: boolean): void =>
    of.set(
      isChosen
        ? [...of.value, value].sort((left, right) => (left < right ? -1 : 1))
        : of.value.filter((other) => other !== value),
    );
  return (
    <fieldset
      class="field several"
      aria-describedby={of.error === null ? undefined : `${id}-error`}
      onFocusOut={leaver(of)}
    >
      <legend>{label}</legend>
      <div class="several-choices">
        {choices.map(([value, title]) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={of.value.includes(value)}
              aria-invalid={of.error === null ? undefined : "true"}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            {title}
          </label>
        ))}
        {choices.length === 0 && <p class="help">{empty}</p>}
      </div>
      {help !== undefined && <p class="help">{help}</p>}
      {of.error !== null && (
        <p class="error" id={`${id}-error`} role="alert">
          {of.error}
        </p>
      )}
    </fieldset>
  );
}

/** A move from one box to the next does not leave the field. */
const leaver =
  ({ leave }: Bound<unknown>) =>
  (event: TargetedFocusEvent<HTMLFieldSetElement>): void => {
    const { relatedTarget } = event;
    if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) leave();
  };

const text = textsOf("settings-forms", settingsForms);

/** The reason why the service refused an address; with a link to the setting when an administrator can allow it. Source: AUTH-06. */
function refusedWords(error: string | null): JSX.Element | string | null {
  if (error === null || !error.includes(text("ownNetworkHint"))) return error;
  return (
    <>
      {error} <a href={placeOf(["settings", "network"])}>{text("goToOwnNetwork")}</a>
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly help: string;
  readonly of: Bound<number>;
  /** The factor between typed and stored units: 1000 for milliseconds that are typed in seconds. */
  readonly unit?: number;
  /** The value for input without a number; the check must refuse it. */
  readonly otherwise: number;
}

/** A number as people type it, with a point or a comma; the typed text stays while it means the value. */
export function NumberField({ label, help, of, unit = 1, otherwise }: NumberFieldProps): JSX.Element {
  const text = useSignal(String(of.value / unit));
  const parse = (typed: string): number => {
    const value = Number(typed.trim().replace(",", "."));
    if (typed.trim() === "" || !Number.isFinite(value)) return otherwise;
    return unit === 1 ? value : Math.round(value * unit);
  };
  const shown = parse(text.value) === of.value ? text.value : String(of.value / unit);
  return (
    <Field label={label} help={help} error={of.error}>
      {(control) => (
        <input
          {...control}
          class="short"
          inputMode="decimal"
          autocomplete="off"
          value={shown}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            of.set(parse(text.value));
          }}
          onBlur={of.leave}
        />
      )}
    </Field>
  );
}
