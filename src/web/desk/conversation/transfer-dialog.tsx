import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import { isInputMethod } from "../../shared/browser/input-events.ts";
import { currentLanguage, textsOf } from "../../shared/language/texts.ts";
import { cancel, underWay } from "../../shared/parts/press.ts";
import type { Sentences } from "../../shared/parts/sentences.ts";
import { say } from "../../shared/parts/sentences.ts";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { ErrorText, Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { Surroundings } from "../data/answers.types.ts";
import { Avatar } from "../parts/avatar.tsx";
import { submit, untried } from "../parts/form.ts";
import { agentPicture } from "../parts/pictures.ts";
import { tell } from "../shell/notices.tsx";
import { transferChat } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { conversationTexts } from "../texts/en/conversation.ts";
import { textMax } from "./composer/length.ts";

const text = textsOf("conversation", conversationTexts);

interface TransferDialogProps {
  readonly chat: DeskChat;
  readonly onClose: () => void;
}

/** Asks for the receiver of a transfer: an agent or a department, found by typing, chosen by arrows and Enter. */
export function TransferDialog({ chat, onClose }: TransferDialogProps): JSX.Element {
  const desk = useDesk();
  const list = useId();
  const [search, setSearch] = useState("");
  const [wanted, setWanted] = useState<string | null>(null);
  const word = useSignal("");
  const state = useSignal(untried);
  const found = receiversOf(chat, desk.surroundings.value, search);
  const chosen = found.find(({ key }) => key === wanted) ?? found[0];
  const move = (step: number): void => {
    const place = (chosen === undefined ? -1 : found.indexOf(chosen)) + step;
    setWanted(found[(place + found.length) % found.length]?.key ?? null);
  };
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
        <input
          role="combobox"
          aria-label={text("findReceiver")}
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={chosen && `${list}-${chosen.key}`}
          autocomplete="off"
          placeholder={text("findReceiver")}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step === undefined || isInputMethod(event)) return;
            event.preventDefault();
            move(step);
          }}
        />
        <Receivers id={list} found={found} chosen={chosen} onChoose={setWanted} />
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
            title={why ?? (isBusy ? underWay() : undefined)}
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

interface ReceiversProps {
  readonly id: string;
  readonly found: readonly Receiver[];
  readonly chosen: Receiver | undefined;
  readonly onChoose: (key: string) => void;
}

const Receivers = ({ id, found, chosen, onChoose }: ReceiversProps): JSX.Element => (
  <div class="choices" id={id} role="listbox" aria-label={text("receivers")}>
    {found.map((receiver) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the box above handles the keys of the list.
      // biome-ignore lint/a11y/useFocusableInteractive: the box above has the focus instead of the options.
      <div
        key={receiver.key}
        id={`${id}-${receiver.key}`}
        class="choice"
        role="option"
        aria-selected={receiver === chosen}
        onClick={() => onChoose(receiver.key)}
      >
        {"agentId" in receiver.to ? (
          <Avatar name={receiver.name} picture={agentPicture(receiver.to.agentId, receiver.photo)} />
        ) : (
          <GroupMark />
        )}
        <span class="choice-name" dir="auto">
          {receiver.name}
        </span>
        <span class={`presence ${receiver.isPresent ? "present" : ""}`}>{receiver.presence}</span>
      </div>
    ))}
    {found.length === 0 && <p class="empty">{text("nobodyFound")}</p>}
  </div>
);

const GroupMark = (): JSX.Element => (
  <span class="avatar">
    <Icon name="person" />
  </span>
);

/** A possible receiver of a transferred chat. */
interface Receiver {
  readonly key: string;
  readonly name: string;
  /** "Available", "2 available". */
  readonly presence: string;
  readonly isPresent: boolean;
  readonly kind: "agent" | "department";
  readonly photo: string | null;
  readonly to: { readonly agentId: number } | { readonly departmentId: number };
}

/** Present agents, other agents, departments; only names with every searched word. */
function receiversOf(chat: DeskChat, { agents, departments }: Surroundings, search: string): readonly Receiver[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(currentLanguage());
  const people = agents
    .filter(({ id }) => id !== chat.agent?.id)
    .map(({ id, name, photo, available }): Receiver => {
      const presence = text(available ? "available" : "away");
      return { key: `agent-${id}`, name, presence, isPresent: available, kind: "agent", photo, to: { agentId: id } };
    })
    .sort((left, right) => Number(right.isPresent) - Number(left.isPresent) || collator.compare(left.name, right.name));
  const groups = departments.map(({ id, name }): Receiver => {
    const present = agents.filter((agent) => agent.available && agent.departments.includes(id)).length;
    const presence = present === 0 ? text("nobodyAvailable") : text("someAvailable", { n: present });
    const shown = { presence, isPresent: present > 0, kind: "department", photo: null } as const;
    return { key: `department-${id}`, name, ...shown, to: { departmentId: id } };
  });
  return [...people, ...groups].filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
}
