import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Field } from "../../../shared/parts/field.tsx";
import type { Bound } from "./bound.ts";

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
