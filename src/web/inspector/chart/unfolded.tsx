import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { wordsOf } from "../parts/tone.ts";
import { listId } from "./hear-unfolding.ts";
import type { DrawnElement } from "./light-up.ts";
import type { Lights } from "./lights.ts";

interface UnfoldedProps {
  readonly path: string;
  readonly drawn: readonly DrawnElement[];
  readonly lights: Lights<DrawnElement>;
  readonly onClose: () => void;
}

/** The possible events in a state of a folded chart, and their targets. */
export function Unfolded({ path, drawn, lights, onClose }: UnfoldedProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [path]);
  const own = drawn.filter(({ source }) => source === path);
  return (
    <section
      id={listId}
      class="unfolded"
      aria-label={path === "" ? "Events of any state" : `Events of ${wordsOf(path)}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {path === "" ? "In any state" : wordsOf(path)}
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      {own.length === 0 && <p class="help">Nothing happens here automatically.</p>}
      <ul>
        {own.map((one) => (
          <li key={`${one.event} ${one.index}`} class={lights.traced.includes(one) ? "is-traced" : ""}>
            <span class="event">{one.event === "" ? "always" : one.event}</span>
            {lights.traced.includes(one) && <span class="hush"> (the way it took)</span>}
            <span class="help"> {restOf(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The guard, target and effects of a transition. Its state and event are shown already. */
function restOf({ words, event }: DrawnElement): string {
  const behind = words.slice(words.indexOf(": ") + 2);
  return behind.startsWith(event) && event !== "" ? behind.slice(event.length).trim() : behind.replace(/^always */, "");
}
