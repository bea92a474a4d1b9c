import type { JSX } from "preact";
import { exactTime, startOfDay } from "../../shared/parts/times.ts";
import { ActorLink } from "../parts/actor-link.tsx";
import { clockTime, dayOf, lengthOf } from "../parts/moments.ts";
import { actorOfField } from "../parts/split-actors.ts";

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
export function textOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value) ?? "nothing";
}
