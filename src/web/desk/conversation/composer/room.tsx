import type { JSX } from "preact";
import { codePointsOf, textMax, textTold } from "./length.ts";

/** How much more can be written, when that is little; that it is too much. Source: CH-42. */
export function Room({ id, text }: { readonly id: string; readonly text: string }): JSX.Element {
  // Code points are never more than what `length` counts.
  const count = text.length > textTold ? codePointsOf(text) : text.length;
  const format = new Intl.NumberFormat();
  const words = `${format.format(count)} of ${format.format(textMax)} characters`;
  return (
    <p id={id} class="room" role="status">
      {count > textTold && count <= textMax && <span class="help number">{words}</span>}
      {count > textMax && (
        <span class="error number">
          {words}: {format.format(count - textMax)} too many to be sent
        </span>
      )}
    </p>
  );
}
