import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { AttemptRecord } from "../../../../machines/delivery/delivery.types.ts";
import type { InspectedActorDetails, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { clockTime, lengthOf } from "../parts/moments.ts";
import { StateWord } from "../parts/state-word.tsx";
import type { Difference } from "./difference.ts";
import { differenceOf, wholeOf } from "./difference.ts";
import type { PastContext } from "./past-context.ts";
import { contextAround, NotKept } from "./past-context.ts";
import { linesOfEffects, wordsOfCause, wordsOfEffect } from "./step-words.ts";
import { Tree, Value } from "./tree.tsx";

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
  /** All known steps. */
  readonly steps: readonly InspectedStep[];
}

/** One step: its event, its cause, its effects, and the context at its time. */
export function StepPanel({ details, step, steps }: StepPanelProps): JSX.Element {
  const around = useMemo(() => {
    // A step that arrived after the actor was read, or before it is reread.
    const isPresent = steps.at(-1)?.revision === details.revision;
    return step === null || !isPresent ? null : contextAround(steps, steps.indexOf(step), details.context);
  }, [details, step, steps]);
  return (
    <section class="step" aria-label="Step">
      {step === null ? (
        <p class="help">No step of this actor is stored. The service keeps the last steps for some days.</p>
      ) : (
        <Happened step={step} />
      )}
      {details.kind === "delivery" && <Attempts of={attemptsOf(around?.after ?? details.context, details.context)} />}
      {step !== null && <Said step={step} />}
      {/* Each step has its own tree: unfolded nodes stay unfolded while the step is selected. */}
      <Context key={keyOf(step)} step={step} around={around} present={details.context} />
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

/** The attempts in the context of a delivery. */
function Attempts({ of: attempts }: { readonly of: readonly AttemptRecord[] | null }): JSX.Element | null {
  if (attempts === null) return null;
  return (
    <section class="attempts">
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p class="help">No attempt was made yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element.
        // biome-ignore lint/a11y/useSemanticElements: the element is not a group of form fields.
        <div class="scrolls" role="group" aria-label="Attempts" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">When</th>
                <th scope="col">Took</th>
                <th scope="col">Status</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {attempts.map((attempt) => (
                <Attempt key={attempt.number} {...attempt} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const Attempt = ({ number, startedAtMs, durationMs, httpStatus, failure }: AttemptRecord): JSX.Element => (
  <tr>
    <td class="number">{number}</td>
    <td>
      <time dateTime={new Date(startedAtMs).toISOString()} title={exactTime(startedAtMs)}>
        {clockTime(startedAtMs)}
      </time>
    </td>
    <td class="number">{durationMs === null ? "–" : lengthOf(durationMs)}</td>
    <td class="number">{httpStatus ?? "–"}</td>
    <td class={failure === null ? "" : "error"}>{outcomeOf(durationMs, failure)}</td>
  </tr>
);

function outcomeOf(durationMs: number | null, failure: AttemptRecord["failure"]): string {
  if (failure !== null)
    return failure.message === failure.code ? failure.message : `${failure.message} (${failure.code})`;
  return durationMs === null ? "Under way" : "Delivered";
}

/** Returns null for the context of another actor. Of the attempts before a step only their number is kept: later ones are left out. */
function attemptsOf(context: unknown, present: unknown): readonly AttemptRecord[] | null {
  const isRecord = typeof context === "object" && context !== null && "attempts" in context;
  if (!isRecord) return null;
  const { attempts } = context;
  if (attempts instanceof NotKept) return attemptsOf(present, present)?.slice(0, attempts.count ?? 0) ?? null;
  return Array.isArray(attempts) ? attempts : null;
}

interface ContextProps {
  /** The selected step, or null. */
  readonly step: InspectedStep | null;
  /** The context before and after the step; null when it is not known. */
  readonly around: PastContext | null;
  /** The present context. */
  readonly present: unknown;
}

/** The context of the actor, with the changes by the step. */
function Context({ step, around, present }: ContextProps): JSX.Element {
  const isBorn = step?.before === null;
  const whole = wholeAround(around, isBorn, present);
  return (
    <section class="context">
      <h3>{around !== null || step === null ? "Context" : "Context now"}</h3>
      <p class="help">{wordsAround(around, isBorn, whole)}</p>
      {(whole.parts ?? []).map((part) => (
        <Tree key={part.name} of={part} isOpen={false} />
      ))}
    </section>
  );
}

function wholeAround(around: PastContext | null, isBorn: boolean, present: unknown): Difference {
  if (around === null) return wholeOf("context", present);
  const { before, after } = around;
  return before === null && !isBorn ? wholeOf("context", after) : differenceOf("context", before ?? {}, after);
}

function wordsAround(around: PastContext | null, isBorn: boolean, whole: Difference): string {
  if (around === null) return "Only the current context is known, because changes between are not stored.";
  if (around.before === null && !isBorn) return "As it is after this step. What the step changed is not stored.";
  return wordsOfChanges(countChanges(whole));
}

const countChanges = ({ change, parts }: Difference): number =>
  change === "inside" ? (parts ?? []).reduce((sum, part) => sum + countChanges(part), 0) : Number(change !== "same");

const wordsOfChanges = (count: number): string =>
  `As it is after this step, which changed ${count === 0 ? "nothing" : counted(count, "thing")} in it.`;
