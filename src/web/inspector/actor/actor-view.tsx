import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { InspectedActorDetails } from "../../../codec/inspect/inspected.types.ts";
import { Chart } from "../chart/chart.tsx";
import type { OpenActor } from "../data/open-actor.ts";
import { placeAmong } from "../data/steps.ts";
import { wordsOf } from "../parts/tone.ts";
import type { StepPlace } from "../shell/place.ts";
import { open } from "../shell/route.ts";
import { setTitle } from "../shell/title.ts";
import { StepPanel } from "../step/step-panel.tsx";
import { TimeLine } from "../time-line/time-line.tsx";
import { ActorHead } from "./actor-head.tsx";
import { Deadlines } from "./deadlines.tsx";
import { NoActor } from "./no-actor.tsx";
import { Origin } from "./origin.tsx";
import { Way } from "./way.tsx";

interface ActorViewProps {
  readonly actor: OpenActor;
  /** Null: the present state. */
  readonly at: StepPlace | null;
}

/** One actor: its chart, its time line and one of its steps. */
export function ActorView({ actor, at }: ActorViewProps): JSX.Element {
  const details = actor.details.value;
  const state = actor.state.value;
  useEffect(() => {
    void actor.read();
  }, [actor]);
  if (details === null) return <NoActor actor={actor} />;
  return (
    <>
      {typeof state === "object" && (
        <p class="stale" role="alert">
          <span>This view may be outdated. {state.message}</span>
          <button type="button" onClick={() => void actor.read()}>
            Try again
          </button>
        </p>
      )}
      <Known actor={actor} details={details} at={at} />
    </>
  );
}

function Known({ actor, details, at }: ActorViewProps & { readonly details: InspectedActorDetails }): JSX.Element {
  const steps = actor.steps.value;
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
      <ActorHead details={details} />
      {isGone && (
        <p class="stale" role="status">
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
          <Origin steps={steps} />
        </div>
        <Chart hash={details.chart} folded={details.chartFolded} actor={details.actor} state={lit} steps={shown} />
        <TimeLine steps={steps} at={chosen} isLive={isLive} onChoose={choose} onLive={goLive} />
      </div>
      <StepPanel details={details} step={step} isNewest={chosen === steps.length - 1} />
    </main>
  );
}
