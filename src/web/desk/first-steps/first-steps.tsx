import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FirstSteps as Known } from "../../../codec/admin/first-steps.ts";
import { currentLanguage, textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { firstSteps } from "../texts/en/first-steps.ts";
import { firstStepsOf } from "./first-steps-data.ts";
import type { Step } from "./steps.tsx";
import { steps } from "./steps.tsx";

const text = textsOf("first-steps", firstSteps);

/** Some steps cause no socket message, so that the list polls while it is visible. */
const askEveryMs = 3_000;

/** The checklist of a new installation; each step is ticked as soon as it is done. */
export function FirstSteps(): JSX.Element | null {
  const desk = useDesk();
  const data = firstStepsOf(desk);
  const failure = useSignal<string | null>(null);
  useEffect(() => {
    const ask = (): void => {
      if (!document.hidden) void data.read();
    };
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [data]);
  const known = data.value.value;
  if (known === null) return null;
  const close = async (): Promise<void> => {
    const answer = await data.show(false);
    failure.value = answer.ok ? null : answer.failure.message;
  };
  const count = steps.filter(({ id }) => known.steps[id]).length;
  return (
    <div class="first-steps">
      <header>
        <h2>{text(count === steps.length ? "allDone" : "title")}</h2>
        <p class="help">{text("progress", { done: count, all: steps.length })}</p>
        <button type="button" class="quiet" onClick={() => void close()}>
          {text(count === steps.length ? "close" : "hide")}
        </button>
      </header>
      {failure.value !== null && (
        <p class="error" role="alert">
          {failure.value}
        </p>
      )}
      <ol>
        {steps.map((step) => (
          <StepItem key={step.id} step={step} known={known} />
        ))}
      </ol>
      <p class="help">{text("comeBack")}</p>
      <LastDone known={known} />
    </div>
  );
}

function StepItem({ step, known }: { readonly step: Step; readonly known: Known }): JSX.Element {
  const isDone = known.steps[step.id];
  return (
    <li class={isDone ? "done" : ""}>
      <span class="mark">{isDone && <Icon name="check" />}</span>
      <div>
        <h3>
          {text(step.title)}
          <span class="hush">{text(isDone ? "stepDone" : "stepToDo")}</span>
        </h3>
        {!isDone && <step.Body known={known} />}
      </div>
    </li>
  );
}

/** Announces the last completed step to screen readers. */
function LastDone({ known }: { readonly known: Known }): JSX.Element {
  const before = useRef(known.steps);
  const said = useRef("");
  const listed = new Intl.ListFormat(currentLanguage(), { type: "unit" });
  const added = steps.filter(({ id }) => known.steps[id] && !before.current[id]);
  if (added.length > 0)
    said.current = text("justDone", { steps: listed.format(added.map(({ title }) => text(title))) });
  before.current = known.steps;
  return (
    <p class="hush" role="status">
      {said.current}
    </p>
  );
}
