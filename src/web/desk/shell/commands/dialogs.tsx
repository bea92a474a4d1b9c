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
import { cannedOf, fillCanned, matchCanned } from "../../conversation/composer/canned.ts";
import { isOwn } from "../../conversation/offers.ts";
import type { Desk } from "../../data/desk.ts";
import { createOpenSearch } from "../../data/open-search.ts";
import { Marked } from "../../parts/marked.tsx";
import { allowedPages } from "../../settings/pages.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { settings } from "../../texts/en/settings.ts";
import { shell } from "../../texts/en/shell.ts";
import { go, placeOf, route } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import type { Command } from "./commands.ts";
import { commands } from "./commands.ts";
import { KeyCaps } from "./key-caps.tsx";
import { lastChats } from "./last-chats.ts";
import type { PaletteOption } from "./palette-options.ts";
import { charactersMin, chatOption, chatOptions, clientOptions, commandOptions } from "./palette-options.ts";

const text = textsOf("shell", shell);
const composerText = textsOf("composer", composerTexts);
const settingsText = textsOf("settings", settings);

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
                    {title} <KeyCaps keys={keys} />
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
    return chat === undefined ? [] : [chatOption(chat, () => open(chat), text("lastOpened"), "clock")];
  });

const closedPauseMs = 250;
const closedMax = 5;

/** The closed chats with the words, as the archive finds them. */
function useClosed(
  desk: Desk,
  sought: string,
): { readonly chats: readonly DeskChat[]; readonly options: readonly PaletteOption[] } {
  const search = useMemo(() => createSearch(desk.api, closedMax), [desk]);
  const query = { ...everything, q: sought.trim() };
  useEffect(() => {
    search.stop();
    return query.q.length < charactersMin
      ? undefined
      : desk.browser.after(closedPauseMs, () => void search.start(query));
  }, [desk, search, query.q]);
  useEffect(() => () => search.stop(), [search]);
  const chats = query.q === search.question.value ? search.chats.value.slice(0, closedMax) : [];
  const optionOf = (chat: DeskChat): PaletteOption =>
    chatOption(chat, () => go(placeOfQuery(query, chat.id)), text("archive"), "archive");
  return { chats, options: chats.map(optionOf) };
}

const cannedMax = 5;

/** Canned replies for the open chat, while this agent can answer it. */
function useCanned(desk: Desk, sought: string): readonly PaletteOption[] {
  const { asked, replies, refresh } = cannedOf(desk);
  const { agent } = desk.surroundings.value;
  const { section, parts } = route.value;
  const chat = section === "inbox" ? desk.chats.of(parts[1] ?? "").value : undefined;
  const isAsked = chat !== undefined && isOwn(chat, agent) && sought.trim().length >= charactersMin;
  useEffect(() => {
    if (isAsked) refresh();
  }, [isAsked]);
  if (!isAsked || !Array.isArray(replies.value)) return [];
  return matchCanned(replies.value, sought.trim())
    .slice(0, cannedMax)
    .map((reply) => ({
      id: `canned ${reply.id}`,
      group: composerText("cannedReplies"),
      title: `/${reply.shortcut}`,
      detail: reply.text,
      icon: "canned",
      run: () => {
        asked.value = {
          chatId: chat.id,
          text: fillCanned(reply.text, { name: chat.client.name, agent: agent.name }),
        };
      },
    }));
}

/** The pages of the settings that this agent may open. */
const settingsCommands = (isAdministrator: boolean): readonly Command[] =>
  allowedPages(isAdministrator).map(({ page }) => ({
    id: `settings ${page}`,
    title: settingsText("command", { page: settingsText(page) }),
    group: settingsText("settings"),
    run: () => go(placeOf(["settings", page])),
  }));

interface PaletteProps {
  /** What was typed before the palette was loaded. */
  readonly typed: string;
  readonly onClose: () => void;
}

/** Finds commands and pages of the settings by a part of their names, chats by any of their words, clients and canned replies. */
export function Palette({ typed, onClose }: PaletteProps): JSX.Element {
  const dialog = useModal();
  const sought = useSignal(typed);
  const desk = useDesk();
  const search = useMemo(() => createOpenSearch(desk.api, desk.browser), [desk]);
  const closed = useClosed(desk, sought.value);
  const canned = useCanned(desk, sought.value);
  useEffect(() => {
    search.ask(typed);
    return search.stop;
  }, [search]);
  // The inbox switches to another view if the last view does not have the chat.
  const open = ({ id }: DeskChat): void => go(placeOf(["inbox", desk.kept.get("inbox.view") ?? "waiting", id]));
  const openAny = (chat: DeskChat): void => (isOpen(chat) ? open(chat) : go(placeOf(["archive", chat.id])));
  const isAdministrator = desk.surroundings.value.agent.role === "admin";
  const isSought = sought.value.trim() !== "";
  const options = isSought
    ? [
        ...commandOptions([...commands.value, ...settingsCommands(isAdministrator)], sought.value),
        ...chatOptions(desk.chats.all(), search.found.value, sought.value, text("inbox"), open),
        ...canned,
        ...clientOptions([...desk.chats.all(), ...closed.chats], sought.value, text("clients"), openAny),
        ...closed.options,
      ]
    : [...lastOptions(desk, openAny), ...commandOptions(commands.value, "")];
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
            {keys !== undefined && <KeyCaps keys={keys} />}
          </>
        )}
      </Listbox>
    </dialog>
  );
}
