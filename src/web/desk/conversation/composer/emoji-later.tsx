import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { composerTexts } from "../../texts/en/composer.ts";

const text = textsOf("composer", composerTexts);

export interface EmojiProps {
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** The emoji picker, whose code is loaded when it is first opened. */
export function EmojiLater(props: EmojiProps): JSX.Element {
  const loaded = useSignal<{ readonly Picker: FunctionComponent<EmojiProps> } | "loading" | "failed">("loading");
  useEffect(() => {
    import("./emoji-picker.tsx").then(
      ({ EmojiPicker }) => (loaded.value = { Picker: EmojiPicker }),
      () => (loaded.value = "failed"),
    );
  }, []);
  const { value } = loaded;
  if (typeof value === "object") return <value.Picker {...props} />;
  return (
    <p class="popover help" role="status">
      {text(value === "loading" ? "loading" : "emojiFailed")}
    </p>
  );
}
