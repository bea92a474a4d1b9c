import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { codePointsOf, textMax, textShownFrom } from "./length.ts";

const text = textsOf("composer", composerTexts);

/** Shows how many characters remain when they are few, or that the text is too long. Source: CH-42. */
export function Room({ id, draft }: { readonly id: string; readonly draft: string }): JSX.Element {
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
