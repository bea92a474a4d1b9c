import { useSignal } from "@preact/signals";
import type { Answer, ApiFailure } from "../../../shared/api/api.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import { isAbout, say } from "../../../shared/parts/sentences.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { changesIn, toDraft } from "./changes.ts";
import { draftsOf } from "./drafts.ts";

type FieldOf<Values> = keyof Values & string;

export interface FormParts<Values extends object> {
  /** A unique name; unsaved input is stored under it. */
  readonly name: string;
  /** The values in the service. */
  readonly saved: Values;
  /** Returns the errors of the values, by field. */
  readonly check?: (values: Values) => Partial<Record<FieldOf<Values>, string | null>>;
  /** The texts beside each field when the service refuses its value. */
  readonly sentences: Sentences<Values>;
  /** The service's names of fields that differ from the form's names: `{ url: "webhooks.url" }`. */
  readonly places?: Partial<Record<FieldOf<Values>, string>>;
  /** Sends the changes. */
  readonly send: (changed: Partial<Values>, values: Values) => Promise<Answer<unknown>>;
}

/** A part of the settings that is saved together. */
export interface Form<Values extends object> {
  /** The saved values, overwritten by unsaved input. */
  readonly values: Values;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  /** Whether the last event of the form was a save. */
  readonly isSaved: boolean;
  /** The failure of the save, if it concerns no single field. */
  readonly failure: string | null;
  set(change: Partial<Values>): void;
  /** The user left the field: its error may be shown. */
  leave(field: FieldOf<Values>): void;
  /** The text beside the field. */
  errorOf(field: FieldOf<Values>): string | null;
  /** Resolves with true when the service has stored the values. */
  save(): Promise<boolean>;
  undo(): void;
}

interface LastTry {
  readonly state: "none" | "busy" | "saved";
  readonly failure: ApiFailure | null;
}

export function useForm<Values extends object>(parts: FormParts<Values>): Form<Values> {
  const { name, saved, places = {}, sentences, send } = parts;
  const drafts = draftsOf(useDesk());
  const left = useSignal<ReadonlySet<string>>(new Set());
  const last = useSignal<LastTry>({ state: "none", failure: null });
  const changed = changesIn(saved, drafts.of(name));
  const values = { ...saved, ...changed };
  const wrong: Readonly<Record<string, string | null | undefined>> = parts.check?.(values) ?? {};
  const fields = Object.keys(saved) as FieldOf<Values>[];
  const placeOf = (field: FieldOf<Values>): string =>
    (places as Readonly<Record<string, string | undefined>>)[field] ?? field;
  const { state, failure } = last.value;
  const save = async (): Promise<boolean> => {
    if (last.peek().state === "busy") return false;
    left.value = new Set(fields);
    if (fields.some((field) => typeof wrong[field] === "string")) return false;
    last.value = { state: "busy", failure: null };
    const answer = await send(changed, values);
    if (answer.ok) drafts.set(name, {});
    if (answer.ok) left.value = new Set();
    last.value = answer.ok ? { state: "saved", failure: null } : { state: "none", failure: answer.failure };
    return answer.ok;
  };
  return {
    values,
    isChanged: Object.keys(changed).length > 0,
    isBusy: state === "busy",
    isSaved: state === "saved",
    failure: failure === null || fields.some((field) => isAbout(failure, placeOf(field))) ? null : failure.message,
    set(change) {
      drafts.set(name, toDraft(saved, { ...changed, ...change }));
      // The service's error was about the field's previous value.
      const isAnswered =
        failure !== null && Object.keys(change).some((field) => isAbout(failure, placeOf(field as FieldOf<Values>)));
      last.value = { state: "none", failure: isAnswered ? null : failure };
    },
    leave(field) {
      if (!left.peek().has(field)) left.value = new Set([...left.peek(), field]);
    },
    errorOf(field) {
      const own = left.value.has(field) ? (wrong[field] ?? null) : null;
      const place = placeOf(field);
      return own ?? (failure !== null && isAbout(failure, place) ? say(sentences[field], failure) : null);
    },
    save,
    undo() {
      drafts.set(name, {});
      left.value = new Set();
      last.value = { state: "none", failure: null };
    },
  };
}

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
