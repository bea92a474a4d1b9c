import type { JSX } from "preact";
import type { InspectedActorDetails, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { isWatched } from "../data/steps.ts";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { clockTime } from "../parts/moments.ts";
import { StateWord } from "../parts/state-word.tsx";
import { Attempts } from "./attempts.tsx";
import { wordsOfCause } from "./cause-words.ts";
import { Context } from "./context.tsx";
import { wholeOf } from "./difference.ts";
import { linesOfEffects, wordsOfEffect } from "./effect-words.ts";
import { Tree } from "./tree.tsx";
import { Value } from "./value.tsx";

interface FieldsProps {
  readonly of: Readonly<Record<string, unknown>>;
}

/** The fields of an event or an effect, without its type. */
function Fields({ of }: FieldsProps): JSX.Element | null {
  const fields = Object.entries(of).filter(([name]) => name !== "type");
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {isFlat(value) ? <Value name={name} value={value} /> : <Tree of={wholeOf("", value)} isOpen={false} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isFlat = (value: unknown): boolean => typeof value !== "object" || value === null;

interface StepPanelProps {
  readonly details: InspectedActorDetails;
  /** The selected step; null when no step is stored. */
  readonly step: InspectedStep | null;
  readonly isNewest: boolean;
}

/** One step: its event, its cause and its effects. */
export function StepPanel({ details, step, isNewest }: StepPanelProps): JSX.Element {
  const context = step !== null && isWatched(step) ? step.context : details.context;
  return (
    <section class="step" aria-label="Step">
      {step === null ? (
        <p class="help">No step of this actor is stored. The service keeps the last steps for some days.</p>
      ) : (
        <Happened step={step} />
      )}
      {details.kind === "delivery" && <Attempts context={context} />}
      {step !== null && <Said step={step} />}
      {/* Each step has its own tree: unfolded nodes stay unfolded while the step is selected. */}
      <Context key={keyOf(step)} step={step} isNewest={isNewest} present={details.context} />
    </section>
  );
}

const keyOf = (step: InspectedStep | null): string => (step === null ? "none" : `${step.revision}.${step.index}`);

function Happened({ step }: { readonly step: InspectedStep }): JSX.Element {
  const { event, cause, from, before, after, atMs, node } = step;
  return (
    <>
      <header>
        <h2 class="event-name">{event.type}</h2>
        <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
          {clockTime(atMs)}
        </time>
        {node !== undefined && <small class="help">on node {node}</small>}
      </header>
      <p class="move">
        {before === null ? <span class="help">began</span> : <StateWord state={before} />}
        <span aria-hidden="true">→</span>
        <span class="hush">to</span>
        <StateWord state={after} />
        {before === after && <span class="help">(stays)</span>}
      </p>
      <dl class="fields">
        <div>
          <dt>Cause</dt>
          <dd>
            <WithActors text={wordsOfCause(cause)} />
          </dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>{from === null ? <span class="help">outside</span> : <ActorLink actor={from} />}</dd>
        </div>
      </dl>
    </>
  );
}

function Said({ step: { event, effects } }: { readonly step: InspectedStep }): JSX.Element {
  const lines = linesOfEffects(effects);
  return (
    <>
      <h3>Event</h3>
      <Fields of={event} />
      {Object.keys(event).length === 1 && <p class="help">Nothing but its type.</p>}
      <h3>Effects</h3>
      {lines.length === 0 && <p class="help">None.</p>}
      <ol class="effects">
        {lines.map((effect, index) => (
          <li key={index}>
            <p title={effect.type}>{wordsOfEffect(effect.type)}</p>
            <Fields of={effect} />
          </li>
        ))}
      </ol>
    </>
  );
}
