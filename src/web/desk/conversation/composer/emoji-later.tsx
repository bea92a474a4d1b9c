import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";

export interface EmojiProps {
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** The emoji, whose code comes when they are first asked for. */
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
      {value === "loading" ? "Loading…" : "The emoji could not be loaded."}
    </p>
  );
}
