import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { loading, useLater } from "../../../shared/parts/missing.tsx";
import { composerTexts } from "../../texts/en/composer.ts";

const text = textsOf("composer", composerTexts);

export interface EmojiProps {
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** The emoji picker, whose code is loaded when it is first opened. */
export function EmojiLater(props: EmojiProps): JSX.Element {
  const state = useLater(() => import("./emoji-picker.tsx"));
  if (typeof state === "object") return <state.part.EmojiPicker {...props} />;
  return (
    <p class="popover help" role="status">
      {state === "loading" ? loading() : text("emojiFailed")}
    </p>
  );
}
