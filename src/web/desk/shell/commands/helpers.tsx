import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { isInputMethod } from "../../../shared/browser/input-events.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Dialog, leaving, useModal } from "../../../shared/ui/dialog.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { placeOfQuery } from "../../archive/place-of-query.ts";
import { everything } from "../../archive/query.ts";
import { createSearch } from "../../archive/search.ts";
import type { Desk } from "../../data/desk.ts";
import { createOpenSearch } from "../../data/open-search.ts";
import { firstStepsOf } from "../../first-steps/first-steps-data.ts";
import { Marked } from "../../parts/marked.tsx";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { commands, showKeys, useCommands } from "./commands.ts";
import { lastChats, rememberChats } from "./last-chats.ts";
import type { PaletteOption } from "./palette-options.ts";
import { charactersMin, chatOption, chatOptions, commandOptions } from "./palette-options.ts";

const text = textsOf("shell", shell);

/** The dialogs that keys open over the page: the palette of commands and the map of keys. */
export function Helpers(): JSX.Element {
  const open = useSignal<"palette" | "keys" | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const desk = useDesk();
  useEffect(rememberChats, []);
  const isAdministrator = desk.surroundings.value.agent.role === "admin";
  const showSteps = (): void => {
    void firstStepsOf(desk).show(true);
    go(placeOf(["inbox"]));
  };
  useCommands(
    isAdministrator
      ? [{ id: "first-steps", title: text("showFirstSteps"), group: text("everywhere"), run: showSteps }]
      : [],
    [desk, isAdministrator],
  );
  useCommands(
    [
      {
        id: "palette",
        title: text("findCommand"),
        keys: "mod+k",
        group: text("everywhere"),
        run: () => (open.value = "palette"),
      },
      { id: "keys", title: text("showKeys"), keys: "?", group: text("everywhere"), run: () => (open.value = "keys") },
    ],
    [],
  );
  return (
    <>
      {open.value === "palette" && <Palette onClose={close} />}
      {open.value === "keys" && <KeyMap onClose={close} />}
    </>
  );
}

/** The keys that work at the moment, with their actions. */
function KeyMap({ onClose }: { readonly onClose: () => void }): JSX.Element {
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
    return [chatOption(chat, () => (isOpen(chat) ? open(chat) : go(placeOf(["archive", id]))), "clock")];
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
    .map((chat) => chatOption(chat, () => go(placeOfQuery(query, chat.id)), "archive"));
}

interface PaletteProps {
  readonly onClose: () => void;
}

/** Finds commands by a part of their names, and open chats by any of their words. */
function Palette({ onClose }: PaletteProps): JSX.Element {
  const dialog = useModal();
  const sought = useSignal("");
  // Without words nothing is chosen, so that Enter alone does nothing.
  const chosen = useSignal(-1);
  const desk = useDesk();
  const search = useMemo(() => createOpenSearch(desk.api, desk.browser), [desk]);
  const closed = useClosed(desk, sought.value);
  useEffect(() => search.stop, [search]);
  // The inbox switches to another view if the last view does not have the chat.
  const open = ({ id }: DeskChat): void => go(placeOf(["inbox", desk.kept.get("inbox.view") ?? "waiting", id]));
  const found =
    sought.value.trim() === ""
      ? [...lastOptions(desk, open), ...commandOptions(commands.value, "")]
      : [
          ...commandOptions(commands.value, sought.value),
          ...chatOptions(desk.chats.all(), search.found.value, sought.value, open),
          ...closed,
        ];
  const index = Math.min(chosen.value, found.length - 1);
  const run = (command: PaletteOption | undefined): void => {
    if (command === undefined) return;
    onClose();
    // The dialog returns the focus first, so that the command can take it.
    queueMicrotask(command.run);
  };
  const hear = (event: KeyboardEvent): void => {
    if (isInputMethod(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0)
      chosen.value = (Math.max(index, step === 1 ? -1 : 0) + step + found.length) % found.length;
    else if (event.key === "Enter") run(found[index]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label={text("commandsAndChats")} onCancel={leaving(onClose)}>
      <input
        role="combobox"
        aria-label={text("findCommandOrChat")}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[index] === undefined ? undefined : `command-${index}`}
        placeholder={text("whatToDo")}
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
          chosen.value = sought.value.trim() === "" ? -1 : 0;
          search.ask(sought.value);
        }}
        onKeyDown={hear}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label={text("commandsAndChats")}>
        {found.map((command, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field above, as in every combobox.
          <div
            key={command.id}
            id={`command-${at}`}
            class="palette-option"
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            ref={(element) => {
              if (at === index) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => run(command)}
          >
            {command.icon !== null && <Icon name={command.icon} isSmall />}
            <span class="palette-title">{command.title}</span>
            <span class="help">
              <Marked text={command.detail} question={command.id.startsWith("chat ") ? sought.value : ""} />
            </span>
            {command.keys !== undefined && <kbd>{showKeys(command.keys)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p class="empty">{text(search.found.value.state === "searching" ? "searching" : "nothingFound")}</p>
      )}
    </dialog>
  );
}
