import type { FunctionComponent, JSX } from "preact";
import type { FirstSteps } from "../../../codec/admin/first-steps.ts";
import { CopyField } from "../parts/copy-field.tsx";
import { placeOf } from "../shell/route.ts";

export interface Step {
  readonly id: keyof FirstSteps["steps"];
  readonly title: string;
  /** What there is to do, as long as it is not done. */
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
          A channel brings chats in. <a href={placeOf(["settings", "channels", "add"])}>Add a channel</a>
        </p>
      ) : (
        <p>
          <a class="button primary" href={page} target="_blank" rel="noreferrer">
            {samplePageUrl === null ? "Open the demo page" : "Open the sample customer"}
          </a>
        </p>
      )}
      {endpointUrl !== null && (
        <details>
          <summary>Or from a shell</summary>
          <CopyField label="Line that writes as a customer" value={lineOf(endpointUrl)} />
        </details>
      )}
    </>
  );
}

/** The line that the first start prints. */
const lineOf = (endpointUrl: string): string =>
  `curl -d '{"sender":{"id":"visitor-1","name":"Ann"},"message":{"type":"text","text":"Hello"}}' ${endpointUrl}`;

const Answer = (): JSX.Element => <p>Who writes comes in under Waiting. Press Reply there, and write.</p>;

function Connect({ known: { channels } }: StepProps): JSX.Element {
  const { apiChannelId, samplePageUrl } = channels;
  const isSample = apiChannelId !== null && samplePageUrl !== null;
  return (
    <>
      <p>
        {isSample
          ? "Give the channel the address of your system: replies then go there, in place of the sample customer."
          : "Your app or web site posts what customers write, and gets what agents reply."}
      </p>
      <p>
        <a
          class="button"
          href={placeOf(
            isSample ? ["settings", "channels", apiChannelId, "general"] : ["settings", "channels", "add", "chat-api"],
          )}
        >
          Connect a system
        </a>
      </p>
    </>
  );
}

const Install = ({ known: { channels } }: StepProps): JSX.Element =>
  channels.scriptUrl === null ? (
    <p>
      <a class="button" href={placeOf(["settings", "channels", "add", "widget"])}>
        Add a widget
      </a>
    </p>
  ) : (
    <>
      <CopyField
        label="Script line"
        value={`<script src="${channels.scriptUrl}" async></script>`}
        help="Put it before </body> of a page. It is ticked when the page was opened once."
      />
      {channels.widgetId !== null && (
        <p>
          <a href={placeOf(["settings", "channels", channels.widgetId, "look"])}>Give it your colour and words</a>
        </p>
      )}
    </>
  );

const AddColleague = (): JSX.Element => (
  <p>
    <a class="button" href={placeOf(["settings", "agents", "add"])}>
      Add an agent
    </a>
  </p>
);

const AddBot = ({ known: { channels } }: StepProps): JSX.Element => (
  <>
    <p>It takes every conversation first, and hands it to people.</p>
    <p>
      <a
        class="button"
        href={placeOf(
          channels.apiChannelId === null
            ? ["settings", "providers"]
            : ["settings", "channels", channels.apiChannelId, "bot"],
        )}
      >
        Connect a bot
      </a>
    </p>
  </>
);

/** In the order in which they are best taken. */
export const steps: readonly Step[] = [
  { id: "written", title: "Write as a sample customer", Body: Write },
  { id: "answered", title: "Answer", Body: Answer },
  { id: "connected", title: "Connect your system", Body: Connect },
  { id: "installed", title: "Put the widget on a page", Body: Install },
  { id: "colleague", title: "Add a colleague", Body: AddColleague },
  { id: "bot", title: "Add a bot", Body: AddBot },
];
