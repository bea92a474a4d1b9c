import { useSignal } from "@preact/signals";
import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { cancel, underWay } from "../../../shared/parts/press.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { ErrorText, Field } from "../../../shared/ui/field.tsx";
import { explained } from "../../../shared/ui/tooltip.ts";
import { erasure } from "../../texts/en/erasure.ts";
import { tell, tellFailure } from "../notices.tsx";
import { go, placeOf, route } from "../route.ts";
import { forgetLeftOf } from "../steps/left-open.ts";
import { useDesk } from "../use-desk.ts";
import type { JobState } from "./erasure-job.ts";
import { createErasureJob, isConfirmed, keysOf, removedWords } from "./erasure-job.ts";
import type { PersonAsked } from "./open-erasure.ts";
import { erasing } from "./open-erasure.ts";

const text = textsOf("erasure", erasure);

/**
 * Asks before all data of a client are erased, then shows the progress. The erasure continues after the dialog is closed. A notice
 * reports its end.
 */
export function EraseDialog({ asked }: { readonly asked: PersonAsked }): JSX.Element {
  const { api, browser } = useDesk();
  const { clientNumber, chatId, name } = asked;
  const isOpen = useRef(true);
  const job = useMemo(() => {
    const taken = (): void => {
      leaveChat(chatId);
      forgetLeftOf(clientNumber);
    };
    return createErasureJob(api, browser, asked, taken);
  }, []);
  const run = async (): Promise<void> => {
    const failure = await job.begin();
    if (isOpen.current) return;
    if (failure === null) tell(text("done", { number: `${clientNumber}` }));
    else tellFailure(text("doneUnknown", { number: `${clientNumber}` }), failure);
  };
  const close = (): void => {
    isOpen.current = false;
    erasing.value = null;
  };
  // The dialog also closes when another agent logs in, because that agent did not request the erasure.
  useEffect(() => close, []);
  const { value: state } = job.state;
  const isAsking = state.at === "asking" || state.at === "sent";
  return (
    <Dialog
      title={isAsking ? text("question", { name }) : text(state.at === "going" ? "erasing" : "erased")}
      onClose={close}
    >
      {isAsking ? (
        <EraseForm
          asked={asked}
          isBusy={state.at === "sent"}
          failure={state.at === "asking" ? state.failure : null}
          onErase={() => void run()}
          onClose={close}
        />
      ) : (
        <Progress state={state} onClose={close} />
      )}
    </Dialog>
  );
}

interface ProgressProps {
  readonly state: Extract<JobState, { readonly at: "going" | "done" }>;
  readonly onClose: () => void;
}

function Progress({ state, onClose }: ProgressProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  // The form with the focus was removed, so the button takes the focus.
  useEffect(() => button.current?.focus(), []);
  const id = useId();
  const removed = removedWords(state.removed);
  return (
    <>
      <div id={id} role="status" class="erase-progress">
        {state.at === "done" ? (
          <p>{removed === "" ? text("nothingKnown") : text("erasedForGood", { removed })}</p>
        ) : (
          <>
            <p>{removed === "" ? text("begun") : text("erasedSoFar", { removed })}</p>
            <p class="help">{text("goesOn")}</p>
            {state.failure !== null && (
              <p class="error">{text("progressUnknown", { reason: state.failure.message })}</p>
            )}
          </>
        )}
      </div>
      <footer class="dialog-actions">
        <button ref={button} type="button" aria-describedby={id} onClick={onClose}>
          {text("close")}
        </button>
      </footer>
    </>
  );
}

/** Goes back to the list if the removed chat is open. */
function leaveChat(chatId: string): void {
  const { section, parts, query } = route.peek();
  if (parts.at(-1) === chatId && (section === "inbox" || section === "archive"))
    go(placeOf([section, ...parts.slice(0, -1)], Object.fromEntries(query)), true);
}

interface EraseFormProps {
  readonly asked: PersonAsked;
  readonly isBusy: boolean;
  /** The failure of the last attempt. */
  readonly failure: ApiFailure | null;
  readonly onErase: () => void;
  readonly onClose: () => void;
}

/** Lists the data to erase, and requires the client's name first. */
function EraseForm({ asked, isBusy, failure, onErase, onClose }: EraseFormProps): JSX.Element {
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
        <ErrorText>
          {text(failure.status === 0 ? "begunUnknown" : "nothingErased")} {failure.message}
        </ErrorText>
      )}
      <footer class="dialog-actions">
        <button type="button" onClick={onClose}>
          {cancel()}
        </button>
        <button type="submit" class="danger" aria-disabled={isBusy} {...explained(isBusy ? underWay() : undefined)}>
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
