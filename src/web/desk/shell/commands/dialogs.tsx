import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { ComboboxField, Listbox, useCombobox } from "../../../shared/ui/combobox.tsx";
import { Dialog, leaving, useModal } from "../../../shared/ui/dialog.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { placeOfQuery } from "../../archive/place-of-query.ts";
import { everything } from "../../archive/query.ts";
import { createSearch } from "../../archive/search.ts";
import type { Desk } from "../../data/desk.ts";
import { createOpenSearch } from "../../data/open-search.ts";
import { Marked } from "../../parts/marked.tsx";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { commands, showKeys } from "./commands.ts";
import { lastChats } from "./last-chats.ts";
import type { PaletteOption } from "./palette-options.ts";
import { charactersMin, chatOption, chatOptions, commandOptions } from "./palette-options.ts";

const text = textsOf("shell", shell);

/** The keys that work at the moment, with their actions. */
export function KeyMap({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const keyed = [...new Map(commands.value.map((command) => [command.id, command])).values()].flatMap((command) =>
    command.keys === undefined ? [] : [{ ...command, keys: command.keys }],
  );
  const groups = [...new Set(keyed.map(({ group }) => group))];
  return (
    <Dialog title={text("keys")} onClose={onClose}>
      <div class="keys-map">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {keyed
                .filter((command) => command.group === group)
                .map(({ id, title, keys }) => (
                  <li key={id}>
                    {title} <kbd>{showKeys(keys)}</kbd>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const isOpen = ({ state }: DeskChat): boolean => state !== "closed";

/** The chats that were opened before. */
const lastOptions = (desk: Desk, open: (chat: DeskChat) => void): readonly PaletteOption[] =>
  lastChats().flatMap((id) => {
    const chat = desk.chats.of(id).value;
    if (chat === undefined) return [];
    const run = (): void => (isOpen(chat) ? open(chat) : go(placeOf(["archive", id])));
    return [chatOption(chat, run, text("lastOpened"), "clock")];
  });

const closedPauseMs = 250;
const closedMax = 5;

/** The closed chats with the words, as the archive finds them. */
function useClosed(desk: Desk, sought: string): readonly PaletteOption[] {
  const search = useMemo(() => createSearch(desk.api, closedMax), [desk]);
  const query = { ...everything, q: sought.trim() };
  useEffect(() => {
    search.stop();
    return query.q.length < charactersMin
      ? undefined
      : desk.browser.after(closedPauseMs, () => void search.start(query));
  }, [desk, search, query.q]);
  useEffect(() => () => search.stop(), [search]);
  if (query.q !== search.question.value) return [];
  return search.chats.value
    .slice(0, closedMax)
    .map((chat) => chatOption(chat, () => go(placeOfQuery(query, chat.id)), text("archive"), "archive"));
}

interface PaletteProps {
  readonly onClose: () => void;
}

/** Finds commands by a part of their names, and open chats by any of their words. */
export function Palette({ onClose }: PaletteProps): JSX.Element {
  const dialog = useModal();
  const sought = useSignal("");
  const desk = useDesk();
  const search = useMemo(() => createOpenSearch(desk.api, desk.browser), [desk]);
  const closed = useClosed(desk, sought.value);
  useEffect(() => search.stop, [search]);
  // The inbox switches to another view if the last view does not have the chat.
  const open = ({ id }: DeskChat): void => go(placeOf(["inbox", desk.kept.get("inbox.view") ?? "waiting", id]));
  const isSought = sought.value.trim() !== "";
  const options = isSought
    ? [
        ...commandOptions(commands.value, sought.value),
        ...chatOptions(desk.chats.all(), search.found.value, sought.value, text("inbox"), open),
        ...closed,
      ]
    : [...lastOptions(desk, open), ...commandOptions(commands.value, "")];
  const take = ({ run }: PaletteOption): void => {
    onClose();
    // The dialog returns the focus first, so that the command can take it.
    queueMicrotask(run);
  };
  const box = useCombobox({ options, query: sought.value, isFirstChosen: isSought, onTake: take });
  return (
    <dialog ref={dialog} class="palette" aria-label={text("commandsAndChats")} onCancel={leaving(onClose)}>
      <ComboboxField
        box={box}
        label={text("findCommandOrChat")}
        placeholder={text("whatToDo")}
        value={sought.value}
        onInput={(typed) => {
          sought.value = typed;
          search.ask(typed);
        }}
      />
      <Listbox
        {...box.list}
        label={text("commandsAndChats")}
        empty={text(search.found.value.state === "searching" ? "searching" : "nothingFound")}
      >
        {({ icon, title, detail, keys }) => (
          <>
            {icon !== null && <Icon name={icon} isSmall />}
            <span class="palette-title">{title}</span>
            <span class="help">
              <Marked text={detail} question={sought.value} />
            </span>
            {keys !== undefined && <kbd>{showKeys(keys)}</kbd>}
          </>
        )}
      </Listbox>
    </dialog>
  );
}
