import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isInputMethod } from "../../../shared/browser/input-events.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { IconName } from "../../../shared/ui/icon.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import type { Conversation } from "../../data/conversations.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { findTexts } from "../../texts/en/find.ts";
import { showMarks } from "./find-marks.ts";
import type { Match } from "./find-matches.ts";
import { findMatches, indexOfMatch } from "./find-matches.ts";

const text = textsOf("find", findTexts);

export interface FindBarProps {
  readonly conversation: Conversation;
  /** The list of the drawn rows. */
  readonly rows: RefObject<HTMLElement | null>;
  /** Counts the requests for the focus. */
  readonly asked: number;
  /** Scrolls to a message, which may not be drawn yet. */
  readonly onGo: (seq: number) => void;
  readonly onClose: () => void;
}

/** Finds words in the messages of the chat. It starts at the newest place, and loads older messages when none of the loaded ones is left. */
export function FindBar({ conversation, rows, asked, onGo, onClose }: FindBarProps): JSX.Element {
  const { conversations } = useDesk();
  const { chatId, messages, hasOlder, loadingOlder } = conversation;
  const words = useSignal("");
  const current = useSignal<Match | null>(null);
  /** The agent wants a place before the loaded messages. */
  const isWanted = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const matches = useMemo(() => findMatches(messages.value, words.value), [messages.value, words.value]);
  const at = current.value === null ? null : indexOfMatch(matches, current.value);
  const go = (index: number): void => {
    isWanted.value = false;
    const match = matches[index];
    current.value = match ?? null;
    if (match !== undefined) onGo(match.seq);
  };
  const move = (by: 1 | -1): void => {
    const next = (at ?? -1) + by;
    if (next < matches.length) go(Math.max(next, 0));
    else isWanted.value = hasOlder.value;
  };
  useEffect(() => field.current?.select(), [asked]);
  useEffect(() => {
    if (words.value.trim() === "") return;
    if (at === null && matches.length > 0) go(0);
    else if (isWanted.value && at !== null && at + 1 < matches.length) go(at + 1);
    else if ((isWanted.value || matches.length === 0) && hasOlder.value && loadingOlder.value === "idle")
      void conversations.loadOlder(chatId);
  }, [matches, isWanted.value, loadingOlder.value]);
  // Not the current place itself: the words may have grown since.
  useLayoutEffect(() => showMarks(rows.current, matches, at === null ? null : (matches[at] ?? null)));
  useEffect(() => () => showMarks(null, [], null), []);
  return (
    <search class="find-bar">
      <input
        ref={field}
        type="search"
        aria-label={text("find")}
        placeholder={text("find")}
        value={words.value}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
          current.value = null;
          isWanted.value = false;
        }}
        onKeyDown={(event) => {
          if (isInputMethod(event)) return;
          const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f";
          // The same key once more opens the search of the browser.
          if (isFind) event.stopPropagation();
          const by = event.key === "Enter" && event.shiftKey ? -1 : moves[event.key];
          if (by === undefined && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          if (by === undefined) onClose();
          else move(by);
        }}
      />
      <span class="find-count" role="status">
        {countWords(words.value, at, matches.length, hasOlder.value, loadingOlder.value === "loading")}
      </span>
      <BarButton icon="up" title={text("older")} isOff={matches.length === 0} onClick={() => move(1)} />
      <BarButton icon="down" title={text("newer")} isOff={(at ?? 0) === 0} onClick={() => move(-1)} />
      <BarButton icon="close" title={text("close")} isOff={false} onClick={onClose} />
    </search>
  );
}

/** Up leads to older messages. */
const moves: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowUp: 1, ArrowDown: -1 };

function countWords(words: string, at: number | null, total: number, hasOlder: boolean, isLoading: boolean): string {
  if (words.trim() === "") return "";
  if (isLoading) return text("searchingOlder");
  if (total === 0) return hasOlder ? text("searchingOlder") : text("nothingFound");
  return text(hasOlder ? "placeOfMore" : "placeOf", { at: (at ?? 0) + 1, total });
}

interface BarButtonProps {
  readonly icon: IconName;
  readonly title: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

const BarButton = ({ icon, title, isOff, onClick }: BarButtonProps): JSX.Element => (
  <button type="button" class="icon-button" {...named(title)} aria-disabled={isOff} onClick={() => isOff || onClick()}>
    <Icon name={icon} />
  </button>
);
