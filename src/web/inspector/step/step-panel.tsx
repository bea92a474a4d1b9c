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
import { linesOfEffects, wordsOfEffect } from "./effect-words.ts";
import { Fields } from "./fields.tsx";

interface StepPanelProps {
  readonly details: InspectedActorDetails;
  /** The one that is looked at; null when no step is kept. */
  readonly step: InspectedStep | null;
  readonly isNewest: boolean;
}

/** One step: what happened, why, what came of it. */
export function StepPanel({ details, step, isNewest }: StepPanelProps): JSX.Element {
  const context = step !== null && isWatched(step) ? step.context : details.context;
  return (
    <section class="step" aria-label="Step">
      {step === null ? (
        <p class="help">No step of it is kept: the last ones are kept for some days.</p>
      ) : (
        <Happened step={step} />
      )}
      {details.kind === "delivery" && <Attempts context={context} />}
      {step !== null && <Said step={step} />}
      {/* Another step is another tree: what was unfolded in it stays as long as it is looked at. */}
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
