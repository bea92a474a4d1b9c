import type { Signal } from "@preact/signals";
import type { ApiFailure } from "../../shared/api/api.ts";

/** The result of a form's last attempt. */
export interface FormState {
  readonly isBusy: boolean;
  /** Null before the first attempt and after a success. */
  readonly failure: ApiFailure | null;
}

export const untried: FormState = { isBusy: false, failure: null };

/** Runs the form's action, one at a time. */
export async function submit(
  state: Signal<FormState>,
  act: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure }>,
): Promise<boolean> {
  if (state.value.isBusy) return false;
  state.value = { isBusy: true, failure: null };
  const done = await act();
  state.value = { isBusy: false, failure: done.ok ? null : done.failure };
  return done.ok;
}
