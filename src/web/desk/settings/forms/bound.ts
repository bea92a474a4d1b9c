import type { Form } from "./use-form.ts";

/** One field of a form, for a control. */
export interface Bound<Value> {
  readonly value: Value;
  readonly error: string | null;
  set(value: Value): void;
  leave(): void;
}

export const bind = <Values extends object, Field extends keyof Values & string>(
  form: Form<Values>,
  field: Field,
): Bound<Values[Field]> => ({
  value: form.values[field],
  error: form.errorOf(field),
  set: (value) => form.set({ [field]: value } as unknown as Partial<Values>),
  leave: () => form.leave(field),
});
