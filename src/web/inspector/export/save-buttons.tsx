import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";
import type { Sequence } from "../sequence/sequence.types.ts";
import { localTimes } from "../sequence/sequence-words.ts";
import { saveText } from "./save.ts";
import { toPicture } from "./sequence-picture.ts";
import { toJsonFile, toText } from "./sequence-text.ts";

interface SaveButtonsProps {
  readonly chat: InspectedChat;
  /** The sequence as the page shows it. */
  readonly sequence: Sequence;
}

/** Saves a chat: all its data, its drawing, or its steps as text. */
export function SaveButtons({ chat, sequence }: SaveButtonsProps): JSX.Element {
  const failure = useSignal<string | null>(null);
  const save = (extension: ".json" | ".svg" | ".txt", toFile: () => string) => async (): Promise<void> => {
    failure.value = await saveText(`chat-${chat.chatId}`, extension, toFile());
  };
  const buttons = [
    ["JSON", save(".json", () => toJsonFile(chat))],
    ["Picture", save(".svg", () => toPicture(sequence, localTimes))],
    ["Text", save(".txt", () => toText(sequence, localTimes))],
  ] as const;
  return (
    <fieldset class="save">
      <legend class="help">Save as</legend>
      {buttons.map(([name, run]) => (
        <button key={name} type="button" onClick={() => void run()}>
          {name}
        </button>
      ))}
      {failure.value !== null && (
        <span class="error" role="alert">
          {failure.value}
        </span>
      )}
    </fieldset>
  );
}
