import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { counted } from "../../../core/counted.ts";
import { exactTime, startOfDay } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { clockTime, dayOf, lengthOf } from "../parts/moments.ts";
import { actorOfField } from "../parts/split-actors.ts";
import type { Change, Difference } from "./difference.ts";
import { NotKept } from "./past-context.ts";

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

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
}

/** A value without parts. An actor is a link, a timestamp is shown as a time. */
export function Value({ name, value }: ValueProps): JSX.Element {
  const actor = actorOfField(name, value);
  if (actor !== null) return <ActorLink actor={actor} words={String(value)} />;
  if (typeof value === "number" && isTime(name, value))
    return (
      <time class="value" dateTime={new Date(value).toISOString()} title={`${exactTime(value)}, ${value} ms`}>
        {startOfDay(value) === startOfDay(Date.now()) ? "" : `${dayOf(value)}, `}
        {clockTime(value)}
      </time>
    );
  const isLength = typeof value === "number" && name.endsWith("Ms") && value >= 1_000;
  return (
    <span class={`value ${value === null ? "null" : typeof value}`} dir="ltr">
      {textOf(value)}
      {isLength && <span class="help"> ({lengthOf(value)})</span>}
    </span>
  );
}

/** A number before this time is not a timestamp. */
const firstTimeMs = Date.UTC(2001, 0);
/** The latest possible date. Source: ECMAScript, section 21.4.1.1. */
const lastTimeMs = 8.64e15;

const isTime = (name: string, value: number): boolean =>
  name.endsWith("Ms") && value >= firstTimeMs && value <= lastTimeMs;

/** Invisible characters of a text are escaped; a value with parts becomes JSON. */
function textOf(value: unknown): string {
  if (value instanceof NotKept) return value.count === null ? "not kept" : `${value.count} in a list, not kept`;
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value) ?? "nothing";
}
