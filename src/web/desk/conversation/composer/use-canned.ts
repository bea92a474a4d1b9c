import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { useDesk } from "../../shell/use-desk.ts";
import type { CannedQuery, CannedReply } from "./canned.ts";
import { fillCanned, findQuery, matchCanned } from "./canned.ts";
import { cannedOf } from "./canned-store.ts";

interface ShownList {
  readonly found: readonly CannedReply[];
  readonly waitsFor: ApiFailure | "loading" | null;
  readonly query: string;
  readonly chosen: CannedReply | undefined;
  readonly onTake: (reply: CannedReply) => void;
}

interface Canned {
  /** Null: no search is open. */
  readonly list: ShownList | null;
  /** Starts a search at the caret. */
  begin(): void;
  /** Call it after a change of the text or the caret. */
  look(): void;
  leave(): void;
  refresh(): void;
  /** Returns true when the list has used the key. */
  keyDown(event: KeyboardEvent): boolean;
}

interface UseCannedParts {
  readonly chat: DeskChat;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly write: (text: string) => void;
}

/** Canned replies in a field: `/` starts the search, arrows choose, Enter or Tab inserts. */
export function useCanned({ chat, field, write }: UseCannedParts): Canned {
  const desk = useDesk();
  const { replies, refresh } = cannedOf(desk);
  const typed = useSignal<CannedQuery | null>(null);
  const place = useSignal(0);
  const known = replies.value;
  const query = typed.value?.query ?? "";
  const found = isLoaded(known) ? matchCanned(known, query) : [];
  const chosen = found[Math.min(place.value, found.length - 1)];

  const look = (): void => {
    const { current } = field;
    const next = current === null ? null : findQuery(current.value, current.selectionStart);
    if (next?.query !== typed.value?.query) place.value = 0;
    if (next !== null) refresh();
    typed.value = next;
  };
  const leave = (): void => {
    typed.value = null;
  };
  const take = ({ text }: CannedReply): void => {
    const { current } = field;
    const { value: at } = typed;
    if (current === null || at === null) return;
    const filled = fillCanned(text, { name: chat.client.name, agent: desk.surroundings.value.agent.name });
    current.setRangeText(filled, at.from, at.from + at.query.length + 1, "end");
    write(current.value);
    leave();
    current.focus();
  };
  const begin = (): void => {
    const { current } = field;
    if (current === null) return;
    current.focus();
    const { value, selectionStart, selectionEnd } = current;
    const gap = selectionStart === 0 || /\s/.test(value.charAt(selectionStart - 1)) ? "" : " ";
    if (findQuery(value, selectionStart) === null) {
      current.setRangeText(`${gap}/`, selectionStart, selectionEnd, "end");
      write(current.value);
    }
    look();
  };
  const keyDown = (event: KeyboardEvent): boolean => {
    if (typed.value === null) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isTaken = chosen !== undefined && (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey));
    if (step !== undefined && chosen !== undefined)
      place.value = (found.indexOf(chosen) + step + found.length) % found.length;
    else if (isTaken) take(chosen);
    else if (event.key === "Escape") leave();
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    list: typed.value === null ? null : { found, waitsFor: whyNot(known), query, chosen, onTake: take },
    begin,
    look,
    leave,
    refresh,
    keyDown,
  };
}

type Known = readonly CannedReply[] | ApiFailure | null;
const isLoaded = (known: Known): known is readonly CannedReply[] => Array.isArray(known);
const whyNot = (known: Known): ApiFailure | "loading" | null => {
  if (known === null) return "loading";
  return isLoaded(known) ? null : known;
};
