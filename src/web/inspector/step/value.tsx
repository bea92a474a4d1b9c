import type { JSX } from "preact";
import { ActorLink } from "../parts/actor-link.tsx";
import { clockTime, dayOf, lengthOf } from "../parts/moments.ts";
import { actorOfField } from "../parts/split-actors.ts";

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
}

/** A value without parts: what names an actor leads to it, what is a time is read as one. */
export function Value({ name, value }: ValueProps): JSX.Element {
  const actor = actorOfField(name, value);
  if (actor !== null)
    return actor === value ? (
      <ActorLink actor={actor} />
    ) : (
      <span class="value">
        {String(value)} <ActorLink actor={actor} />
      </span>
    );
  const words = typeof value === "number" ? wordsOfNumber(name, value) : null;
  return (
    <span class={`value ${value === null ? "null" : typeof value}`}>
      {textOf(value)}
      {words !== null && <span class="help"> {words}</span>}
    </span>
  );
}

/** Before this nobody's clock stood. */
const firstTimeMs = Date.UTC(2001, 0);

function wordsOfNumber(name: string, value: number): string | null {
  if (!/Ms$/.test(name)) return null;
  if (value >= firstTimeMs) return `${dayOf(value)}, ${clockTime(value)}`;
  return value >= 1_000 ? lengthOf(value) : null;
}

/** Of text, what cannot be seen is written out; what has parts as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value) ?? "nothing";
}
