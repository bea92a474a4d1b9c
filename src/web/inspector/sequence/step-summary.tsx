import type { ComponentChildren, JSX } from "preact";
import { split, textsOf } from "../../shared/language/texts.ts";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { english } from "../parts/english.ts";
import { actorOfField } from "../parts/split-actors.ts";
import { StateWord } from "../parts/state-word.tsx";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { wordsOfCause } from "../step/cause-words.ts";
import { linesOfEffects, wordsOfEffect } from "../step/effect-words.ts";
import { sequenceRoom } from "../texts/en/sequence.ts";
import type { SequenceRow } from "./sequence.types.ts";
import { localTimes } from "./sequence-words.ts";

const text = textsOf("sequence", sequenceRoom);

/** A short form of the step under the pointer; a hint when there is no such step. */
export function StepSummary({ row }: { readonly row: SequenceRow | null }): JSX.Element {
  if (row === null)
    return (
      <aside class="step-summary" aria-label={text("step")}>
        <p class="help">
          {split(text("pointAtStep", { up: "{up}", down: "{down}", open: "{open}" }), {
            up: <kbd>↑</kbd>,
            down: <kbd>↓</kbd>,
            open: <kbd>Enter</kbd>,
          })}
        </p>
      </aside>
    );
  const { step, arrows } = row;
  const fields = Object.entries(step.event).filter(([name]) => name !== "type");
  return (
    <aside class="step-summary there" aria-label={text("step")}>
      <h2 class={arrows[0].isFailed ? "error" : ""} {...english}>
        {step.event.type}
      </h2>
      <dl class="facts">
        <Fact name={text("to")}>
          <ActorLink actor={step.actor} />
        </Fact>
        {step.from !== null && (
          <Fact name={text("from")}>
            <ActorLink actor={step.from} />
          </Fact>
        )}
        <Fact name={text("cause")}>
          <WithActors text={wordsOfCause(step.cause)} />
        </Fact>
        <Fact name={text("time")}>
          {localTimes.day(step.atMs)}, {localTimes.timeOfDay(step.atMs)}
        </Fact>
        <Fact name={text("state")}>
          <span dir="ltr">
            {step.before !== null && step.before !== step.after && (
              <>
                <StateWord state={step.before} /> →{" "}
              </>
            )}
            <StateWord state={step.after} />
          </span>
        </Fact>
        {fields.map(([name, value]) => (
          <Fact key={name} name={name} marks={english}>
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
        {text("openStep")}
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
  /** Attributes of a name that stays English. */
  readonly marks?: typeof english;
  readonly children: ComponentChildren;
}

const Fact = ({ name, marks, children }: FactProps): JSX.Element => (
  <>
    <dt {...marks}>{name}</dt>
    <dd>{children}</dd>
  </>
);
