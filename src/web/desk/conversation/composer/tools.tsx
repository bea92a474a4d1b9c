import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import type { IconName } from "../../../shared/parts/icon.tsx";
import { Icon } from "../../../shared/parts/icon.tsx";
import { press } from "../../../shared/parts/press.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { EmojiLater } from "./emoji-later.tsx";
import { Recorder } from "./recorder.tsx";
import type { Tray } from "./tray.ts";

const text = textsOf("composer", composerTexts);

interface ToolsProps {
  readonly isReply: boolean;
  readonly isEmpty: boolean;
  readonly tray: Tray;
  readonly onInsert: (piece: string) => void;
  readonly onCanned: () => void;
  readonly onSend: () => void;
}

/** The tools under the field: files, emoji, canned replies, and the button that sends. */
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
            aria-label={text("files")}
            onChange={({ currentTarget }) => {
              tray.add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <Tool icon="attach" title={text("attach")} onClick={() => picker.current?.click()} />
        </>
      )}
      <button
        ref={emojiButton}
        type="button"
        class="quiet tool"
        title={text("emoji")}
        aria-label={text("emoji")}
        aria-expanded={isEmojiOpen.value}
        onClick={() => (isEmojiOpen.value = !isEmojiOpen.value)}
      >
        <Icon name="emoji" />
      </button>
      <Tool icon="canned" title={text("cannedKey")} onClick={onCanned} />
      {isReply && <Recorder tray={tray} />}
      <span class="keys-hint">{text("keysHint")}</span>
      <button type="button" class="primary send" {...press(isEmpty ? nothingToSend(isReply) : null, onSend)}>
        <Icon name={isReply ? "send" : "note"} />
        {text(isReply ? "send" : "addNote")}
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

const nothingToSend = (isReply: boolean): string => text(isReply ? "nothingToSend" : "noteEmpty");

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
