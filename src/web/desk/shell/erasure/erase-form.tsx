import { useSignal } from "@preact/signals";
import type { JSX, TargetedSubmitEvent } from "preact";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Field } from "../../../shared/parts/field.tsx";
import { underWay } from "../../../shared/parts/press.ts";
import { erasure } from "../../texts/en/erasure.ts";
import { isConfirmed, keysOf } from "./erase-words.ts";
import type { PersonAsked } from "./open-erasure.ts";

const text = textsOf("erasure", erasure);

interface EraseFormProps {
  readonly asked: PersonAsked;
  readonly isBusy: boolean;
  /** The failure of the last attempt. */
  readonly failure: ApiFailure | null;
  readonly onErase: () => void;
  readonly onClose: () => void;
}

/** Lists the data to erase, and requires the client's name first. */
export function EraseForm({ asked, isBusy, failure, onErase, onClose }: EraseFormProps): JSX.Element {
  const typed = useSignal("");
  const isNamed = isConfirmed(typed.value, asked);
  const isWrong = useSignal(false);
  const keys = keysOf(asked);
  const isNameless = keys.length === 1;
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    isWrong.value = !isNamed;
    if (isNamed && !isBusy) onErase();
  };
  return (
    <form class="erase-form" noValidate onSubmit={submit}>
      <WhatGoes />
      <Field
        label={text(isNameless ? "typeId" : "typeNameOrId")}
        help={
          isNameless
            ? bold(asked.clientId)
            : split(text("nameOrId", { name: "{name}", id: "{id}" }), {
                name: bold(asked.name),
                id: bold(asked.clientId),
              })
        }
        error={isWrong.value && !isNamed ? text(isNameless ? "notId" : "notNameOrId") : null}
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
          {text(failure.status === 0 ? "begunUnknown" : "nothingErased")} {failure.message}
        </p>
      )}
      <footer class="dialog-actions">
        <button type="button" onClick={onClose}>
          {text("cancel")}
        </button>
        <button type="submit" class="danger" aria-disabled={isBusy} title={isBusy ? underWay() : undefined}>
          {text(isBusy ? "erasing" : "erase")}
        </button>
      </footer>
    </form>
  );
}

const bold = (key: string): JSX.Element => <b>{key}</b>;

const WhatGoes = (): JSX.Element => (
  <>
    <p>{split(text("whatGoes", { warning: "{warning}" }), { warning: <strong>{text("cannotBeUndone")}</strong> })}</p>
    <ul class="plain-list">
      <li>{text("goChats")}</li>
      <li>{text("goFacts")}</li>
      <li>{text("goLeft")}</li>
    </ul>
    <p class="help">{text("afterwards")}</p>
  </>
);
