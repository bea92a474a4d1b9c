import type { FunctionComponent, JSX } from "preact";
import type { FirstSteps } from "../../../codec/admin/first-steps.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { CopyField } from "../parts/copy-field.tsx";
import { placeOf } from "../shell/route.ts";
import { firstSteps } from "../texts/en/first-steps.ts";

const text = textsOf("first-steps", firstSteps);

export interface Step {
  readonly id: keyof FirstSteps["steps"];
  /** The key of its text. */
  readonly title: "write" | "answer" | "connect" | "install" | "colleague" | "bot";
  /** The instructions, shown until the step is done. */
  readonly Body: FunctionComponent<StepProps>;
}

interface StepProps {
  readonly known: FirstSteps;
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

const AddBot = ({ known: { channels } }: StepProps): JSX.Element => (
  <>
    <p>{text("botDoes")}</p>
    <p>
      <a
        class="button"
        href={placeOf(
          channels.apiChannelId === null
            ? ["settings", "providers"]
            : ["settings", "channels", channels.apiChannelId, "bot"],
        )}
      >
        {text("connectBot")}
      </a>
    </p>
  </>
);

/** In the recommended order. */
export const steps: readonly Step[] = [
  { id: "written", title: "write", Body: Write },
  { id: "answered", title: "answer", Body: Answer },
  { id: "connected", title: "connect", Body: Connect },
  { id: "installed", title: "install", Body: Install },
  { id: "colleague", title: "colleague", Body: AddColleague },
  { id: "bot", title: "bot", Body: AddBot },
];
