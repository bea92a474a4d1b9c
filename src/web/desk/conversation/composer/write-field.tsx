import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { isInputMethod, pastedFiles } from "../../../shared/browser/input-events.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { useCombobox } from "../../../shared/ui/combobox.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { CannedQuery, CannedReply } from "./canned.ts";
import { cannedOf, fillCanned, findQuery, matchCanned } from "./canned.ts";
import type { CannedListProps } from "./canned-list.tsx";
import { CannedList } from "./canned-list.tsx";
import { codePointsOf, textMax, textShownFrom } from "./length.ts";
import { QuoteToSend } from "./quote-to-send.tsx";
import { Tools } from "./tools.tsx";
import type { Tray } from "./tray.ts";
import { TrayList } from "./tray-list.tsx";
import type { Mode, Writing } from "./writing.ts";

interface Canned {
  /** Null: no search is open. */
  readonly list: CannedListProps | null;
  /** Starts a search at the caret. */
  begin(): void;
  /** Call it after a change of the text or the caret. */
  look(): void;
  leave(): void;
  refresh(): void;
  /** Returns true when the list has used the key. */
  keyDown(event: KeyboardEvent): boolean;
}

/** Canned replies in a field: `/` starts the search, arrows choose, Enter or Tab inserts. */
function useCanned({
  chat,
  field,
  write,
}: {
  readonly chat: DeskChat;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly write: (text: string) => void;
}): Canned {
  const desk = useDesk();
  const { replies, refresh } = cannedOf(desk);
  const typed = useSignal<CannedQuery | null>(null);
  const known = replies.value;
  const query = typed.value?.query ?? "";
  const found = isLoaded(known) ? matchCanned(known, query) : [];
  const look = (): void => {
    const { current } = field;
    const next = current === null ? null : findQuery(current.value, current.selectionStart);
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
  const box = useCombobox({
    options: found,
    query: typed.value?.query ?? null,
    isFirstChosen: true,
    onTake: take,
    onLeave: leave,
  });
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
    if (event.key !== "Tab" || box.chosen === undefined) return box.keyDown(event);
    event.preventDefault();
    take(box.chosen);
    return true;
  };
  return {
    list: typed.value === null ? null : { box, waitsFor: whyNot(known), query },
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

const text = textsOf("composer", composerTexts);

interface WriteFieldProps {
  readonly chat: DeskChat;
  readonly mode: Mode;
  readonly writing: Writing;
  readonly tray: Tray;
}

/** The text field: Enter sends, Shift+Enter breaks the line, `/` finds a canned reply. */
export function WriteField({ chat, mode, writing, tray }: WriteFieldProps): JSX.Element {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = writing.textOf(mode);
  const send = useSend({ chat, mode, writing, tray });
  const insert = (piece: string): void => insertAt(field.current, piece, (written) => writing.write(mode, written));
  const canned = useCanned({ chat, field, write: (written) => writing.write(mode, written) });
  useGrowing(field, draft);
  useAskedFocus(field, writing);
  useCommands(
    [{ id: "chat canned", title: text("putIn"), keys: "/", group: text("chat"), run: () => canned.begin() }],
    [mode, chat.id],
  );
  const keyDown = (event: KeyboardEvent): void => {
    if (isInputMethod(event)) return;
    if (canned.keyDown(event)) return;
    if (event.key === "Escape") field.current?.blur();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const isReply = mode === "reply";
  return (
    <>
      {isReply && <QuoteToSend chat={chat} />}
      {isReply && <TrayList tray={tray} />}
      <div class="write">
        {canned.list !== null && <CannedList {...canned.list} />}
        <textarea
          ref={field}
          rows={1}
          // An empty field with `dir="auto"` would have its hint on the wrong side.
          dir={draft === "" ? undefined : "auto"}
          aria-label={isReply ? text("replyTo", { name: chat.client.name }) : text("noteForAgents")}
          placeholder={text(isReply ? "replyHint" : "writeNote")}
          aria-describedby={`${id}-room`}
          aria-invalid={codePointsOf(draft) > textMax ? "true" : undefined}
          {...canned.list?.box.field}
          value={draft}
          onInput={(event) => {
            writing.write(mode, event.currentTarget.value);
            canned.look();
          }}
          onKeyDown={keyDown}
          onClick={canned.look}
          onFocus={canned.refresh}
          onBlur={canned.leave}
          onPaste={(event) => {
            const files = pastedFiles(event);
            if (!isReply || files.length === 0) return;
            event.preventDefault();
            tray.add(files);
          }}
        />
        <Room id={`${id}-room`} draft={draft} />
        <Tools
          isReply={isReply}
          tray={tray}
          onAttached={() => writing.start("reply")}
          onInsert={insert}
          onCanned={canned.begin}
          onSend={send}
          isEmpty={draft.trim() === "" && (!isReply || tray.files.value.length === 0)}
        />
      </div>
    </>
  );
}

/** Passes the text to the outbox; a text that is too long stays in the field. Source: CH-42. */
function useSend({ chat, mode, writing, tray }: WriteFieldProps): () => void {
  const { outbox, conversations, quotes } = useDesk();
  return () => {
    const draft = writing.textOf(mode);
    const isReply = mode === "reply";
    const hasFiles = isReply && tray.files.value.length > 0 && tray.comment.value === null;
    if (codePointsOf(draft) > textMax || (draft.trim() === "" && !hasFiles)) return;
    if (hasFiles) tray.send(draft.trim() === "" ? "" : draft);
    else {
      const afterSeq = conversations.open(chat.id).messages.peek().at(-1)?.seq ?? 0;
      const content = { type: "text", text: draft, ...(isReply && quotes.take(chat.id)) };
      outbox.add({ chatId: chat.id, isNote: !isReply, content, afterSeq });
    }
    writing.write(mode, "");
    if (isReply) writing.stop();
  };
}

/** Makes the field as high as its text, up to eight lines. The style sheet has the limit. */
function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, draft: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  }, [draft]);
}

/** Takes the focus when the agent starts to write, but not when a chat is only opened. */
function useAskedFocus(field: { readonly current: HTMLTextAreaElement | null }, { asked }: Writing): void {
  const count = asked.value;
  const answered = useRef(0);
  // A layout effect runs before the next key press, which must go to the field.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null || count === answered.current) return;
    answered.current = count;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [count]);
}

function insertAt(field: HTMLTextAreaElement | null, piece: string, write: (draft: string) => void): void {
  if (field === null) return;
  field.setRangeText(piece, field.selectionStart, field.selectionEnd, "end");
  write(field.value);
  field.focus();
}

/** Shows how many characters remain when they are few, or that the text is too long. Source: CH-42. */
function Room({ id, draft }: { readonly id: string; readonly draft: string }): JSX.Element {
  // A text never has more code points than its `length`.
  const count = draft.length > textShownFrom ? codePointsOf(draft) : draft.length;
  return (
    <p id={id} class="room" role="status">
      {count > textShownFrom && count <= textMax && (
        <span class="help number">{text("charactersOf", { count, max: textMax })}</span>
      )}
      {count > textMax && (
        <span class="error number">{text("tooMany", { count, max: textMax, rest: count - textMax })}</span>
      )}
    </p>
  );
}
