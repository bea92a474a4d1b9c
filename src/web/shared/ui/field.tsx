import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

/** The attributes that connect a control with its label, help and error. Spread them over the control. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": "true" | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly help?: ComponentChildren;
  /** Why the value is not valid; null when it is. */
  readonly error?: ComponentChildren;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** Says what failed, at once also to screen readers. */
export const ErrorText = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <p class="error" role="alert">
    {children}
  </p>
);

/** A control with its label above, and help and error below. */
export function Field({ label, help, error = null, children }: FieldProps): JSX.Element {
  const id = useId();
  const described = [help === undefined ? "" : `${id}-help`, error === null ? "" : `${id}-error`].join(" ").trim();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": error === null ? undefined : "true",
      })}
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== null && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
