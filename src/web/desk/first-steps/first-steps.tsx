import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FirstSteps as Known } from "../../../codec/admin/first-steps.ts";
import { currentLanguage, split, textsOf } from "../../shared/language/texts.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { ErrorText } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { CopyField } from "../parts/copy-field.tsx";
import type { FormState } from "../parts/form.ts";
import { submit, untried } from "../parts/form.ts";
import { showKeys } from "../shell/commands/key-caps.tsx";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { firstSteps } from "../texts/en/first-steps.ts";
import { firstStepsOf } from "./first-steps-data.ts";

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
      {failure.value !== null && <ErrorText>{failure.value}</ErrorText>}
      <ol class="card-list">
        {steps.map((step) => (
          <StepItem key={step.id} step={step} known={known} />
        ))}
      </ol>
      <p class="help">{text("comeBack", { keys: showKeys("mod+k") })}</p>
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

interface Step {
  readonly id: keyof Known["steps"];
  /** The key of its text. */
  readonly title: "write" | "answer" | "connect" | "install" | "colleague" | "bot";
  /** The instructions, shown until the step is done. */
  readonly Body: FunctionComponent<StepProps>;
}

interface StepProps {
  readonly known: Known;
}

function Write({ known: { channels } }: StepProps): JSX.Element {
  const { samplePageUrl, endpointUrl, widgetId } = channels;
  const demo = widgetId === null ? null : `/demo/${encodeURIComponent(widgetId)}`;
  const page = samplePageUrl ?? demo;
  return (
    <>
      {page === null ? (
        <p>
          {split(text("channelNeeded", { link: "{link}" }), {
            link: <a href={placeOf(["settings", "channels", "add"])}>{text("addChannel")}</a>,
          })}
        </p>
      ) : (
        <p>
          <a class="button primary" href={page} target="_blank" rel="noreferrer">
            {text(samplePageUrl === null ? "openDemo" : "openSample")}
          </a>
        </p>
      )}
      {endpointUrl !== null && (
        <details>
          <summary>{text("fromShell")}</summary>
          <CopyField label={text("shellLine")} value={lineOf(endpointUrl)} />
        </details>
      )}
    </>
  );
}

/** The command that the first start prints. */
const lineOf = (endpointUrl: string): string =>
  `curl -d '{"sender":{"id":"visitor-1","name":"Ann"},"message":{"type":"text","text":"Hello"}}' ${endpointUrl}`;

const Answer = (): JSX.Element => <p>{text("answerHow")}</p>;

function Connect({ known: { channels } }: StepProps): JSX.Element {
  const { apiChannelId, samplePageUrl } = channels;
  const isSample = apiChannelId !== null && samplePageUrl !== null;
  return (
    <>
      <p>{text(isSample ? "connectSample" : "connectHow")}</p>
      <p>
        <a
          class="button"
          href={placeOf(
            isSample ? ["settings", "channels", apiChannelId, "general"] : ["settings", "channels", "add", "chat-api"],
          )}
        >
          {text("connectSystem")}
        </a>
      </p>
    </>
  );
}

const Install = ({ known: { channels } }: StepProps): JSX.Element =>
  channels.scriptUrl === null ? (
    <p>
      <a class="button" href={placeOf(["settings", "channels", "add", "widget"])}>
        {text("addWidget")}
      </a>
    </p>
  ) : (
    <>
      <CopyField
        label={text("scriptLine")}
        value={`<script src="${channels.scriptUrl}" async></script>`}
        help={text("scriptHelp")}
      />
      {channels.widgetId !== null && (
        <p>
          <a href={placeOf(["settings", "channels", channels.widgetId, "look"])}>{text("giveLook")}</a>
        </p>
      )}
    </>
  );

const AddColleague = (): JSX.Element => (
  <p>
    <a class="button" href={placeOf(["settings", "agents", "add"])}>
      {text("addAgent")}
    </a>
  </p>
);

function AddBot({ known: { channels } }: StepProps): JSX.Element {
  const desk = useDesk();
  const state = useSignal<FormState>(untried);
  const { apiChannelId } = channels;
  const connect = async (id: string): Promise<void> => {
    const path = `/api/channels/${encodeURIComponent(id)}/bot`;
    const body = { name: text("sampleBotName") };
    if (await submit(state, () => desk.api.send("POST", path, { body }))) await firstStepsOf(desk).read();
  };
  const { isBusy, failure } = state.value;
  return (
    <>
      <p>{text("botDoes")}</p>
      {apiChannelId === null ? (
        <p>
          <a class="button" href={placeOf(["settings", "channels"])}>
            {text("connectBot")}
          </a>
        </p>
      ) : (
        <p class="save-bar">
          <button type="button" {...press(isBusy ? underWay() : null, () => void connect(apiChannelId))}>
            {text("connectSampleBot")}
          </button>
          <a href={placeOf(["settings", "channels", apiChannelId, "bot"])}>{text("connectBot")}</a>
        </p>
      )}
      {failure !== null && <ErrorText>{failure.message}</ErrorText>}
    </>
  );
}

/** In the recommended order. */
const steps: readonly Step[] = [
  { id: "written", title: "write", Body: Write },
  { id: "answered", title: "answer", Body: Answer },
  { id: "connected", title: "connect", Body: Connect },
  { id: "installed", title: "install", Body: Install },
  { id: "colleague", title: "colleague", Body: AddColleague },
  { id: "bot", title: "bot", Body: AddBot },
];
