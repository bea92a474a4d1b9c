import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type {
  InspectedActorDetails,
  InspectedDeadline,
  InspectedStep,
} from "../../../codec/inspect/inspected.types.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { exactTime } from "../../shared/parts/times.ts";
import { Chart } from "../chart/chart.tsx";
import type { InspectorApi } from "../data/api.ts";
import type { OpenActor } from "../data/open-actor.ts";
import { isAt, placeAmong } from "../data/steps.ts";
import { ActorLink, WithActors } from "../parts/actor-link.tsx";
import { dueIn } from "../parts/moments.ts";
import { useSecond } from "../parts/second.ts";
import { StateWord } from "../parts/state-word.tsx";
import { wordsOf } from "../parts/tone.ts";
import type { TypingChoice } from "../parts/typing.tsx";
import { isTypingStep, TypingButton } from "../parts/typing.tsx";
import type { StepPlace } from "../shell/place.ts";
import { placeOfActor } from "../shell/place.ts";
import { addressOf, open, setTitle } from "../shell/route.ts";
import { StepPanel } from "../step/step-panel.tsx";
import { wordsOfCause } from "../step/step-words.ts";
import { TimeLine } from "../time-line/time-line.tsx";
import { ActorHead } from "./actor-head.tsx";
import { ChatActors } from "./chat-actors.tsx";
import { pathTaken } from "./path-taken.ts";

interface ActorViewProps {
  readonly api: InspectorApi;
  readonly browser: Browser;
  readonly typing: TypingChoice;
  readonly actor: OpenActor;
  /** Null: the present state. */
  readonly at: StepPlace | null;
}

/** One actor: its chart, its time line and one of its steps. */
export function ActorView({ actor, ...props }: ActorViewProps): JSX.Element {
  const details = actor.details.value;
  const state = actor.state.value;
  useEffect(() => {
    void actor.read();
  }, [actor]);
  if (details === null) return <NoActor actor={actor} />;
  return (
    <>
      {typeof state === "object" && (
        <p class="banner" role="alert">
          <span>This view may be outdated. {state.message}</span>
          <button type="button" onClick={() => void actor.read()}>
            Try again
          </button>
        </p>
      )}
      <Known actor={actor} details={details} {...props} />
    </>
  );
}

interface KnownProps extends ActorViewProps {
  readonly details: InspectedActorDetails;
}

function Known({ api, browser, typing, actor, details, at }: KnownProps): JSX.Element {
  const all = actor.steps.value;
  const isTypingHidden = typing.isHidden.value;
  const steps = useMemo(
    // A hidden step that the address names is shown.
    () => (isTypingHidden ? all.filter((one) => !isTypingStep(one) || (at !== null && isAt(one, at))) : all),
    [all, isTypingHidden, at],
  );
  const chosen = at === null ? steps.length - 1 : placeAmong(steps, at);
  const isGone = at !== null && chosen === -1 && actor.state.value === "ready";
  const step = steps[chosen] ?? null;
  const isLive = at === null;
  const shown = useMemo(() => steps.slice(0, chosen + 1), [steps, chosen]);
  const lit = isLive ? details.state : (step?.after ?? details.state);
  const { kind, id } = actor;
  const choose = (index: number): void => {
    const to = steps[index];
    if (to !== undefined)
      open({ view: "actor", kind, id, step: { revision: to.revision, index: to.index } }, { replace: true });
  };
  const goLive = (): void => open({ view: "actor", kind, id, step: null }, { replace: true });
  useLayoutEffect(() => setTitle(`${details.actor} ${wordsOf(lit)}`), [details.actor, lit]);
  return (
    <main class="actor">
      <ActorHead details={details}>
        {kind === "chat" && <ChatActors api={api} browser={browser} chat={details} />}
      </ActorHead>
      {isGone && (
        <p class="banner" role="status">
          <span>The step of this address is not stored any more. This is the current state.</span>
          <button type="button" onClick={goLive}>
            Go to now
          </button>
        </p>
      )}
      <div class="stage">
        <div class="stage-head">
          <Way state={lit} steps={shown} />
          <Deadlines of={details.deadlines} />
          <Origin steps={all} />
        </div>
        <Chart hash={details.chart} folded={details.chartFolded} actor={details.actor} state={lit} steps={shown} />
        <TimeLine steps={steps} at={chosen} isLive={isLive} onChoose={choose} onLive={goLive}>
          <TypingButton choice={typing} steps={all} />
        </TimeLine>
      </div>
      <StepPanel details={details} step={step} steps={all} />
    </main>
  );
}

interface DeadlinesProps {
  readonly of: readonly InspectedDeadline[];
}

/** The deadlines of the actor, with the time that is left. */
const Deadlines = ({ of }: DeadlinesProps): JSX.Element =>
  of.length === 0 ? <p class="help deadlines">No deadline is pending.</p> : <Pending of={of} />;

function Pending({ of }: DeadlinesProps): JSX.Element {
  const nowMs = useSecond();
  return (
    <ul class="deadlines" aria-label="Pending deadlines">
      {[...of]
        .sort((a, b) => a.atMs - b.atMs)
        .map(({ id, atMs }) => (
          <li key={id} class={atMs < nowMs ? "is-over" : ""}>
            <span>{id}</span>{" "}
            <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
              {dueIn(atMs, nowMs)}
            </time>
          </li>
        ))}
    </ul>
  );
}

/** The view of an actor while nothing is known of it. */
function NoActor({ actor }: { readonly actor: OpenActor }): JSX.Element {
  const { value: state } = actor.state;
  const name = `${actor.kind}/${actor.id}`;
  if (typeof state !== "object")
    return (
      <main class="actor empty" aria-busy="true">
        <p>Reading {name}…</p>
      </main>
    );
  const isUnknown = state.status === 404;
  return (
    <main class="actor empty">
      <div role="alert">
        <h1>{isUnknown ? `There is no ${name}` : `${name} could not be read`}</h1>
        <p>{isUnknown ? "It may have been deleted together with its owner." : state.message}</p>
      </div>
      <p class="actions">
        <a class="button" href={addressOf({ view: "list" })}>
          All actors
        </a>
        <button type="button" onClick={() => void actor.read()}>
          Try again
        </button>
      </p>
    </main>
  );
}

/** The cause of an actor's first step: request, attempt or deadline, and the sender. An old actor's first step may be deleted already. */
function Origin({ steps }: { readonly steps: readonly InspectedStep[] }): JSX.Element | null {
  const [first] = steps;
  if (first === undefined || first.before !== null) return null;
  const { actor, cause, from, event } = first;
  return (
    <p class="help origin">
      Began with <a href={addressOf(placeOfActor(actor, first))}>{event.type}</a>
      {from !== null && (
        <>
          {" "}
          from <ActorLink actor={from} />
        </>
      )}
      , caused by: <WithActors text={wordsOfCause(cause)} />
    </p>
  );
}

interface WayProps {
  readonly state: string;
  readonly steps: readonly InspectedStep[];
}

const shownMax = 5;

/** The chart in words: the earlier states of the actor, and the current state. */
function Way({ state, steps }: WayProps): JSX.Element {
  const path = pathTaken(steps);
  const way = path.at(-1)?.state === state ? path : [...path, { state, steps: 0 }];
  const shown = way.slice(-shownMax);
  return (
    <ol class="way" aria-label="Earlier states">
      {way.length > shown.length && <li class="help">{way.length - shown.length} before …</li>}
      {shown.map((stay, index) => (
        <li key={index} aria-current={index === shown.length - 1 ? "true" : undefined}>
          <StateWord state={stay.state} />
        </li>
      ))}
    </ol>
  );
}
