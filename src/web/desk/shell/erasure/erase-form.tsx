import { useSignal } from "@preact/signals";
import type { JSX, TargetedSubmitEvent } from "preact";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { Field } from "../../../shared/parts/field.tsx";
import { underWay } from "../../../shared/parts/press.ts";
import { isConfirmed, keysOf } from "./erase-words.ts";
import type { PersonAsked } from "./open-erasure.ts";

interface EraseFormProps {
  readonly asked: PersonAsked;
  readonly isBusy: boolean;
  /** Why the last try erased nothing. */
  readonly failure: ApiFailure | null;
  readonly onErase: () => void;
  readonly onClose: () => void;
}

/** Says what goes away, and has the client named before it does. */
export function EraseForm({ asked, isBusy, failure, onErase, onClose }: EraseFormProps): JSX.Element {
  const typed = useSignal("");
  const isNamed = isConfirmed(typed.value, asked);
  const isWrong = useSignal(false);
  const keys = keysOf(asked);
  const what = keys.length === 1 ? "id" : "name or id";
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    isWrong.value = !isNamed;
    if (isNamed && !isBusy) onErase();
  };
  return (
    <form class="erase-form" noValidate onSubmit={submit}>
      <WhatGoes />
      <Field
        label={`Type the client's ${what} to go on`}
        help={keys.map((key, index) => (
          <span key={key}>
            {index > 0 && " or "}
            <b>{key}</b>
          </span>
        ))}
        error={isWrong.value && !isNamed ? `This is not the client's ${what}.` : null}
      >
        {(control) => (
          <input
            {...control}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              isWrong.value = false;
            }}
          />
        )}
      </Field>
      {failure !== null && (
        <p class="error" role="alert">
          {failure.status === 0 ? "It is not known whether it was begun: try again to see." : "Nothing was erased."}{" "}
          {failure.message}
        </p>
      )}
      <footer class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="danger" aria-disabled={isBusy} title={isBusy ? underWay() : undefined}>
          {isBusy ? "Erasing…" : "Erase for good"}
        </button>
      </footer>
    </form>
  );
}

const WhatGoes = (): JSX.Element => (
  <>
    <p>
      <strong>This cannot be undone.</strong> These go away for good:
    </p>
    <ul class="plain-list">
      <li>
        every chat with this client, open and closed, with its messages, notes, files, calls and deliveries; open ones
        are gone from every desk at once
      </li>
      <li>what is known of the client: contacts, description, custom data, pages, place and device</li>
      <li>left messages, and what the archive and the logs of channels say of the client</li>
    </ul>
    <p class="help">
      Nobody outside is told. What was sent before stays with whoever has it, and backups keep their copies until you
      delete them. If the client writes again, it is a new client.
    </p>
  </>
);
