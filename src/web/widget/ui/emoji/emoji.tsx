import type { JSX } from "preact";
import type { LaterPart, LaterProps } from "../later/later.types.ts";
import styles from "../styles/emoji.css";

const all = [
  ..."😀😃😄😁😅😂🤣😊🙂😉😍🥰😘😋😎🤩🥳🤗🤔😐🙄😏😬😌😴😷🤯😕🙁😮😳🥺😢😭😱😞😓😡",
  ..."👍👎👌🙏👏🙌👋💪🤝🤞👀🤷",
  ..."💙💚💛🧡💜💔🔥⭐✨🎉🎂🎁🌹☀🌈☕🍕🍀🚗📦📞📷💡⏰✅❌❓❗💯",
];

/** The number of emoji in a row, as in the grid of the style sheet. */
const columns = 8;
const steps: Readonly<Record<string, number>> = { ArrowDown: columns, ArrowUp: -columns };

/** The emoji grid. It is one Tab stop; arrow keys move inside it. Each emoji has a name for screen readers. */
function Emoji({ view: { speech }, take }: LaterProps): JSX.Element {
  const ahead = speech.direction === "rtl" ? -1 : 1;
  const move = (event: KeyboardEvent): void => {
    const stops = [...(event.currentTarget as HTMLElement).children] as HTMLElement[];
    const at = stops.indexOf(event.target as HTMLElement);
    const step = { ...steps, ArrowRight: ahead, ArrowLeft: -ahead, Home: -at, End: stops.length - 1 - at }[event.key];
    const next = step === undefined ? undefined : stops[at + step];
    if (event.key === "Escape") take?.(null);
    else if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1;
    next.focus();
  };
  return (
    <div class="grid" role="toolbar" aria-label={speech.words.emoji} onKeyDown={move}>
      {all.map((one, index) => (
        <button
          type="button"
          key={one}
          tabIndex={index === 0 ? 0 : -1}
          data-first={index === 0}
          onClick={() => take?.(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}

/** The content of a separate script. */
export const parts: LaterPart = { styles, draws: { emoji: Emoji } };
