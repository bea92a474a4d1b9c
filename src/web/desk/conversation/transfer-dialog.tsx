import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { cancel, underWay } from "../../shared/parts/press.ts";
import type { Sentences } from "../../shared/parts/sentences.ts";
import { say } from "../../shared/parts/sentences.ts";
import type { Combobox } from "../../shared/ui/combobox.tsx";
import { ComboboxField, Listbox, useCombobox } from "../../shared/ui/combobox.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { ErrorText, Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { explained } from "../../shared/ui/tooltip.ts";
import { Avatar } from "../parts/avatar.tsx";
import { submit, untried } from "../parts/form.ts";
import { agentPicture } from "../parts/pictures.ts";
import { tell } from "../shell/notices.tsx";
import { transferChat } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { conversationTexts } from "../texts/en/conversation.ts";
import { textMax } from "./composer/length.ts";
import type { Receiver } from "./receivers.ts";
import { receiversOf } from "./receivers.ts";

const text = textsOf("conversation", conversationTexts);

interface TransferDialogProps {
  readonly chat: DeskChat;
  readonly onClose: () => void;
}

/** Asks for the receiver of a transfer: an agent or a department, found by typing, chosen by arrows and Enter. */
export function TransferDialog({ chat, onClose }: TransferDialogProps): JSX.Element {
  const desk = useDesk();
  const search = useSignal("");
  const word = useSignal("");
  const state = useSignal(untried);
  const options = receiversOf(chat, desk.surroundings.value, search.value);
  const box = useCombobox({ options, query: search.value, isFirstChosen: true });
  const { chosen } = box;
  const transfer = async (): Promise<void> => {
    if (chosen === undefined) return;
    const to = { ...chosen.to, ...(word.value.trim() !== "" && { note: word.value }) };
    if (!(await submit(state, () => transferChat(desk, chat.id, to)))) return;
    tell(text("offeredNow", { name: chosen.name }));
    onClose();
  };
  const { failure, isBusy } = state.value;
  const why = chosen === undefined ? text("chooseReceiver") : null;
  return (
    <Dialog title={text("transferChat")} onClose={onClose}>
      <form
        class="transfer"
        onSubmit={(event) => {
          event.preventDefault();
          void transfer();
        }}
      >
        <ComboboxField
          box={box}
          label={text("findReceiver")}
          value={search.value}
          onInput={(typed) => {
            search.value = typed;
          }}
        />
        <Receivers box={box} />
        <WordField word={word} />
        {failure !== null && <ErrorText>{text("notTransferred", { reason: sayTransfer(failure) })}</ErrorText>}
        <footer class="dialog-actions">
          <button type="button" onClick={onClose}>
            {cancel()}
          </button>
          {why !== null && <p class="help">{why}</p>}
          <button
            type="submit"
            class="primary"
            aria-disabled={why !== null || isBusy}
            {...explained(why ?? (isBusy ? underWay() : undefined))}
          >
            {chosen === undefined ? text("transfer") : text("transferTo", { name: chosen.name })}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** A note for the receiver, which is stored together with the transfer. */
const WordField = ({ word }: { readonly word: Signal<string> }): JSX.Element => (
  <Field label={text("wordForReceiver")} help={text("wordHint")}>
    {(control) => (
      <textarea
        {...control}
        rows={2}
        maxLength={textMax}
        // An empty field with `dir="auto"` would have its caret on the wrong side.
        dir={word.value === "" ? undefined : "auto"}
        value={word.value}
        onInput={({ currentTarget }) => {
          word.value = currentTarget.value;
        }}
      />
    )}
  </Field>
);

/** The error texts by the kind of the chosen receiver. */
const sentences = (): Sentences<Record<"agentId" | "departmentId", number>> => ({
  agentId: text("agentGone"),
  departmentId: text("departmentGone"),
});

const sayTransfer = (failure: ApiFailure): string =>
  failure.field === "agentId" || failure.field === "departmentId"
    ? say(sentences()[failure.field], failure)
    : failure.message;

const Receivers = ({ box }: { readonly box: Combobox<Receiver> }): JSX.Element => (
  <Listbox {...box.list} label={text("receivers")} empty={text("nobodyFound")}>
    {({ name, photo, to, presence, isPresent }) => (
      <>
        {"agentId" in to ? <Avatar name={name} picture={agentPicture(to.agentId, photo)} /> : <GroupMark />}
        <span class="receiver-name" dir="auto">
          {name}
        </span>
        <span class={`presence ${isPresent ? "there" : ""}`}>{presence}</span>
      </>
    )}
  </Listbox>
);

const GroupMark = (): JSX.Element => (
  <span class="avatar">
    <Icon name="person" />
  </span>
);
