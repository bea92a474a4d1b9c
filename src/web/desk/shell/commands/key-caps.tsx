import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { shell } from "../../texts/en/shell.ts";

const text = textsOf("shell", shell);
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The names on the caps, on the agent's keyboard: `mod+k` is "Strg" and "K" in German, "⌘" and "K" on a Mac; `R` is "Shift" and "R". */
function namesOf(keys: string): readonly string[] {
  const [first = "", key = ""] = keys.split("+");
  if (first === "mod") return [isMac ? "⌘" : text("keyControl"), key.toUpperCase()];
  if (/^[A-Z]$/.test(keys)) return [isMac ? "⇧" : text("keyShift"), keys];
  if (keys === "Enter") return [text("keyEnter")];
  return keys === "Escape" ? [text("keyEscape")] : keys.split(" ");
}

/** The keys of a command in a sentence: "Ctrl+K", on a Mac "⌘K". */
export const showKeys = (keys: string): string => namesOf(keys).join(isMac ? "" : "+");

/** One cap for each key. */
export const KeyCaps = ({ keys }: { readonly keys: string }): JSX.Element => (
  <span class="key-caps" dir="ltr">
    {namesOf(keys).map((name) => (
      <kbd key={name}>{name}</kbd>
    ))}
  </span>
);
