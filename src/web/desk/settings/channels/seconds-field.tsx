import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Field } from "../../parts/field.tsx";
import type { Bound } from "../forms/bound.ts";

interface SecondsFieldProps {
  readonly label: string;
  readonly help: string;
  /** In milliseconds. */
  readonly of: Bound<number>;
}

/** A time that people say in seconds. */
export function SecondsField({ label, help, of }: SecondsFieldProps): JSX.Element {
  const text = useSignal(String(of.value / 1_000));
  const shown = toMs(text.value) === of.value ? text.value : String(of.value / 1_000);
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
            of.set(toMs(text.value));
          }}
          onBlur={of.leave}
        />
      )}
    </Field>
  );
}

/** Said in the unit of the field. */
export const checkSeconds = (ms: number): string | null =>
  ms >= 1_000 && ms <= 86_400_000 ? null : "Must be a number from 1 to 86400.";

/** 0, which no setting allows, for what is no number. */
const toMs = (text: string): number => {
  const seconds = Number(text.trim().replace(",", "."));
  return Number.isFinite(seconds) ? Math.round(seconds * 1_000) : 0;
};
