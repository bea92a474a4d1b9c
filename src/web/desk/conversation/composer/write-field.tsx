import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { CannedList } from "./canned-list.tsx";
import { codePointsOf, textMax } from "./length.ts";
import { Room } from "./room.tsx";
import { Tools } from "./tools.tsx";
import type { Tray } from "./tray.ts";
import { TrayList } from "./tray-list.tsx";
import { useCanned } from "./use-canned.ts";
import type { Mode, Writing } from "./writing.ts";

interface WriteFieldProps {
  readonly chat: DeskChat;
  readonly mode: Mode;
  readonly writing: Writing;
  readonly tray: Tray;
}

/** The field one writes in: Enter sends, Shift+Enter breaks the line, `/` finds a canned reply. */
export function WriteField({ chat, mode, writing, tray }: WriteFieldProps): JSX.Element {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = writing.textOf(mode);
  const send = useSend({ chat, mode, writing, tray });
  const insert = (piece: string): void => insertAt(field.current, piece, (written) => writing.write(mode, written));
  const canned = useCanned({ chat, field, write: (written) => writing.write(mode, written) });
  useGrowing(field, text);
  useAskedFocus(field, writing);
  useCommands(
    [{ id: "chat canned", title: "Put in a canned reply", keys: "/", group: "Chat", run: () => canned.begin() }],
    [mode, chat.id],
  );
  const keyDown = (event: KeyboardEvent): void => {
    // What an input method takes is its own; old browsers say so by this code alone.
    if (event.isComposing || event.keyCode === 229) return;
    if (canned.keyDown(event)) return;
    if (event.key === "Escape") field.current?.blur();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const isReply = mode === "reply";
  return (
    <>
      {isReply && <TrayList tray={tray} />}
      <div class="write">
        {canned.list !== null && <CannedList id={id} {...canned.list} />}
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={isReply ? `Reply to ${chat.client.name}` : "Note for the agents"}
          placeholder={isReply ? "Write a reply, / for canned replies" : "Write a note"}
          aria-autocomplete="list"
          aria-controls={canned.list === null ? undefined : id}
          aria-activedescendant={canned.list?.chosen && `${id}-${canned.list.chosen.id}`}
          aria-describedby={`${id}-room`}
          aria-invalid={codePointsOf(text) > textMax ? "true" : undefined}
          value={text}
          onInput={(event) => {
            writing.write(mode, event.currentTarget.value);
            canned.look();
          }}
          onKeyDown={keyDown}
          onClick={canned.look}
          onFocus={canned.refresh}
          onBlur={canned.leave}
          onPaste={(event) => {
            const files = [...(event.clipboardData?.files ?? [])];
            if (!isReply || files.length === 0) return;
            event.preventDefault();
            tray.add(files);
          }}
        />
        <Room id={`${id}-room`} text={text} />
        <Tools
          isReply={isReply}
          tray={tray}
          onInsert={insert}
          onCanned={canned.begin}
          onSend={send}
          isEmpty={text.trim() === "" && (!isReply || tray.files.value.length === 0)}
        />
      </div>
    </>
  );
}

/** Hands what was written to the outbox; too long a text stays where it is. Source: CH-42. */
function useSend({ chat, mode, writing, tray }: WriteFieldProps): () => void {
  const { outbox, conversations } = useDesk();
  return () => {
    const text = writing.textOf(mode);
    const isReply = mode === "reply";
    const hasFiles = isReply && tray.files.value.length > 0 && tray.comment.value === null;
    if (codePointsOf(text) > textMax || (text.trim() === "" && !hasFiles)) return;
    if (hasFiles) tray.send(text.trim() === "" ? "" : text);
    else {
      const afterSeq = conversations.open(chat.id).messages.peek().at(-1)?.seq ?? 0;
      outbox.add({ chatId: chat.id, isNote: !isReply, content: { type: "text", text }, afterSeq });
    }
    writing.write(mode, "");
    if (isReply) writing.stop();
  };
}

/** As high as its text, up to eight lines; the sheet says how high that is. */
function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  }, [text]);
}

/** Takes the focus when somebody begins to write, not when a chat is only opened. */
function useAskedFocus(field: { readonly current: HTMLTextAreaElement | null }, { asked }: Writing): void {
  const count = asked.value;
  const answered = useRef(0);
  // Before anything else is typed: the next key is meant for the field.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null || count === answered.current) return;
    answered.current = count;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [count]);
}

function insertAt(field: HTMLTextAreaElement | null, piece: string, write: (text: string) => void): void {
  if (field === null) return;
  field.setRangeText(piece, field.selectionStart, field.selectionEnd, "end");
  write(field.value);
  field.focus();
}
