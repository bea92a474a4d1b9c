import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { IconName } from "../../../shared/parts/icon.tsx";
import { Icon } from "../../../shared/parts/icon.tsx";
import { press } from "../../../shared/parts/press.ts";
import { EmojiLater } from "./emoji-later.tsx";
import { Recorder } from "./recorder.tsx";
import type { Tray } from "./tray.ts";

interface ToolsProps {
  readonly isReply: boolean;
  readonly isEmpty: boolean;
  readonly tray: Tray;
  readonly onInsert: (piece: string) => void;
  readonly onCanned: () => void;
  readonly onSend: () => void;
}

/** What stands under the field: files, emoji, canned replies, and the button that sends. */
export function Tools({ isReply, isEmpty, tray, onInsert, onCanned, onSend }: ToolsProps): JSX.Element {
  const picker = useRef<HTMLInputElement>(null);
  const emojiButton = useRef<HTMLButtonElement>(null);
  const isEmojiOpen = useSignal(false);
  const closeEmoji = (): void => {
    isEmojiOpen.value = false;
    emojiButton.current?.focus();
  };
  return (
    <div class="tools">
      {isReply && (
        <>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files"
            onChange={({ currentTarget }) => {
              tray.add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <Tool icon="attach" title="Attach files" onClick={() => picker.current?.click()} />
        </>
      )}
      <button
        ref={emojiButton}
        type="button"
        class="quiet tool"
        title="Emoji"
        aria-label="Emoji"
        aria-expanded={isEmojiOpen.value}
        onClick={() => (isEmojiOpen.value = !isEmojiOpen.value)}
      >
        <Icon name="emoji" />
      </button>
      <Tool icon="canned" title="Canned replies (/)" onClick={onCanned} />
      {isReply && <Recorder tray={tray} />}
      <span class="keys-hint">Enter sends, Shift+Enter breaks the line</span>
      <button type="button" class="primary send" {...press(isEmpty ? nothingToSend(isReply) : null, onSend)}>
        <Icon name={isReply ? "send" : "note"} />
        {isReply ? "Send" : "Add note"}
      </button>
      {isEmojiOpen.value && (
        <EmojiLater
          onClose={closeEmoji}
          onPick={(emoji) => {
            isEmojiOpen.value = false;
            onInsert(emoji);
          }}
        />
      )}
    </div>
  );
}

const nothingToSend = (isReply: boolean): string =>
  isReply ? "Write a message or attach a file first." : "Write the note first.";

interface ToolProps {
  readonly icon: IconName;
  readonly title: string;
  readonly onClick: () => void;
}

const Tool = ({ icon, title, onClick }: ToolProps): JSX.Element => (
  <button type="button" class="quiet tool" title={title} aria-label={title} onClick={onClick}>
    <Icon name={icon} />
  </button>
);
