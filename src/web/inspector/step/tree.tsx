import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { counted } from "../../../core/counted.ts";
import type { Change, Difference } from "./difference.ts";
import { textOf, Value } from "./value.tsx";

interface TreeProps {
  readonly of: Difference;
  readonly isOpen: boolean;
}

/** The words beside the colours. */
const changeWords: Readonly<Record<Change, string>> = {
  same: "",
  inside: "",
  added: "added",
  removed: "removed",
  changed: "changed",
};

/** A value that folds and unfolds; changed values are open at first. */
export function Tree({ of, isOpen }: TreeProps): JSX.Element {
  const opened = useSignal(isOpen || of.change === "inside");
  const { name, parts, change, value, before } = of;
  const word = changeWords[change];
  if (parts === null || parts.length === 0)
    return (
      <div class={`leaf ${change}`}>
        <span class="key">{name}</span>{" "}
        {change === "changed" && (
          <>
            <del>
              <span class="hush">was </span>
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
      open={opened.value}
      onToggle={(event) => (opened.value = event.currentTarget.open)}
    >
      <summary>
        <span class="key">{name}</span> <span class="help">{summaryOf(value, parts.length)}</span>
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

const emptyOf = (value: unknown): string => (Array.isArray(value) ? "empty list" : "nothing in it");

const summaryOf = (value: unknown, count: number): string =>
  Array.isArray(value) ? `${count} in a list` : counted(count, "field");
