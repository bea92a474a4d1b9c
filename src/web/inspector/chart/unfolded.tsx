import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { english } from "../parts/english.ts";
import { wordsOf } from "../parts/tone.ts";
import { chartRoom } from "../texts/en/chart.ts";
import { listId } from "./hear-unfolding.ts";
import type { DrawnElement } from "./light-up.ts";
import type { Lights } from "./lights.ts";

const text = textsOf("chart", chartRoom);

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
      aria-label={path === "" ? text("eventsOfAny") : text("eventsOf", { state: wordsOf(path) })}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1} {...(path === "" ? {} : english)}>
          {path === "" ? text("inAnyState") : wordsOf(path)}
        </h2>
        <button type="button" onClick={onClose}>
          {text("close")}
        </button>
      </header>
      {own.length === 0 && <p class="help">{text("nothingHere")}</p>}
      <ul>
        {own.map((one) => (
          <li key={`${one.event} ${one.index}`} class={lights.traced.includes(one) ? "is-traced" : ""}>
            <span class="event" {...english}>
              {one.event === "" ? "always" : one.event}
            </span>
            {lights.traced.includes(one) && <span class="hush"> {text("wayTaken")}</span>}
            <span class="help" {...english}>
              {" "}
              {restOf(one)}
            </span>
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
