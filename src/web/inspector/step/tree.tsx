import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { english } from "../parts/english.ts";
import { stepRoom } from "../texts/en/step.ts";
import type { Change, Difference } from "./difference.ts";
import { textOf, Value } from "./value.tsx";

const text = textsOf("step", stepRoom);

interface TreeProps {
  readonly of: Difference;
  readonly isOpen: boolean;
}

/** The words beside the colours. */
const changeKeys = {
  same: null,
  inside: null,
  added: "added",
  removed: "removed",
  changed: "altered",
} as const satisfies Readonly<Record<Change, string | null>>;

/** A value that folds and unfolds; changed values are open at first. */
export function Tree({ of, isOpen }: TreeProps): JSX.Element {
  const opened = useSignal(isOpen || of.change === "inside");
  const { name, parts, change, value, before } = of;
  const key = changeKeys[change];
  const word = key === null ? "" : text(key);
  if (parts === null || parts.length === 0)
    return (
      <div class={`leaf ${change}`} dir="ltr">
        <span class="key" {...english}>
          {name}
        </span>{" "}
        {change === "changed" && (
          <>
            <del>
              <span class="hush">{text("was")} </span>
              {textOf(before)}
            </del>{" "}
          </>
        )}
        {parts === null ? <Value name={name} value={value} /> : <span class="value">{emptyOf(value)}</span>}
        {word !== "" && <span class="change">{word}</span>}
      </div>
    );
  return (
    <details
      class={`branch ${change}`}
      dir="ltr"
      open={opened.value}
      onToggle={(event) => (opened.value = event.currentTarget.open)}
    >
      <summary>
        <span class="key" {...english}>
          {name}
        </span>{" "}
        <span class="help" dir="auto">
          {summaryOf(value, parts.length)}
        </span>
        {word !== "" && <span class="change">{word}</span>}
      </summary>
      {opened.value && (
        <div class="parts">
          {parts.map((part) => (
            <Tree key={part.name} of={part} isOpen={false} />
          ))}
        </div>
      )}
    </details>
  );
}

const emptyOf = (value: unknown): string => text(Array.isArray(value) ? "emptyList" : "emptyObject");

const summaryOf = (value: unknown, count: number): string =>
  text(Array.isArray(value) ? "inList" : "fields", { n: count });
