import type { ComponentChildren, JSX } from "preact";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { actorOfField } from "../parts/split-actors.ts";
import { StateWord } from "../parts/state-word.tsx";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { linesOfEffects, wordsOfCause, wordsOfEffect } from "../step/step-words.ts";
import type { SequenceRow } from "./sequence.types.ts";
import { localTimes } from "./sequence-words.ts";

/** A short form of the step under the pointer; a hint when there is no such step. */
export function StepSummary({ row }: { readonly row: SequenceRow | null }): JSX.Element {
  if (row === null)
    return (
      <aside class="step-summary" aria-label="Step">
        <p class="help">
          Point at a step to see what it did. By keys: <kbd>↑</kbd> and <kbd>↓</kbd> go through the steps,{" "}
          <kbd>Enter</kbd> opens one.
        </p>
      </aside>
    );
  const { step, arrows } = row;
  const fields = Object.entries(step.event).filter(([name]) => name !== "type");
  return (
    <aside class="step-summary there" aria-label="Step">
      <h2 class={arrows[0].isFailed ? "error" : ""}>{step.event.type}</h2>
      <dl class="facts">
        <Fact name="To">
          <ActorLink actor={step.actor} />
        </Fact>
        {step.from !== null && (
          <Fact name="From">
            <ActorLink actor={step.from} />
          </Fact>
        )}
        <Fact name="Cause">
          <WithActors text={wordsOfCause(step.cause)} />
        </Fact>
        <Fact name="Time">
          {localTimes.day(step.atMs)}, {localTimes.timeOfDay(step.atMs)}
        </Fact>
        <Fact name="State">
          {step.before !== null && step.before !== step.after && (
            <>
              <StateWord state={step.before} /> →{" "}
            </>
          )}
          <StateWord state={step.after} />
        </Fact>
        {fields.map(([name, value]) => (
          <Fact key={name} name={name}>
            <Said name={name} value={value} />
          </Fact>
        ))}
      </dl>
      {step.effects.length > 0 && (
        <ul class="effects">
          {linesOfEffects(step.effects).map(({ type, to, event, id }, index) => (
            <li key={index}>
              {wordsOfEffect(type)}
              <span class="help"> {[to, event, id].filter((word) => typeof word === "string").join(" ")}</span>
            </li>
          ))}
        </ul>
      )}
      <a class="button" href={addressOf(placeOfActor(step.actor, step))}>
        Open the step
      </a>
    </aside>
  );
}

/** A field; the name of an actor is a link. */
function Said({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  const actor = actorOfField(name, value);
  if (actor !== null) return <ActorLink actor={actor} words={String(value)} />;
  return <>{typeof value === "object" ? JSON.stringify(value) : String(value)}</>;
}

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

const Fact = ({ name, children }: FactProps): JSX.Element => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
