import { useSignal } from "@preact/signals";
import type { ComponentChildren, FunctionComponent, JSX } from "preact";
import { endpointEvents, webhookEvents } from "../../../../codec/settings/webhook-events.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { go } from "../../shell/route.ts";
import { settingsEndpoints } from "../../texts/en/settings-endpoints.ts";
import { SecretControl } from "../channels/programs/secret-control.tsx";
import { SendTest } from "../channels/programs/send-test.tsx";
import { outgoingWords } from "../channels/programs/signing-secret.tsx";
import { checkUrl, targetSentence } from "../forms/checks.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { CheckField, NumberField, SeveralField, TextField } from "../forms/fields.tsx";
import { BackLink, Section, SettingsForm } from "../forms/form-section.tsx";
import { RecordList, RecordRow } from "../forms/records.tsx";
import type { Form } from "../forms/use-form.ts";
import { bind, useForm } from "../forms/use-form.ts";
import type { EndpointAnswer, EndpointOwner } from "./endpoint-owner.ts";

const text = textsOf("settings-endpoints", settingsEndpoints);

interface OwnerProps {
  readonly owner: EndpointOwner;
}

/** Every endpoint with its most important facts. */
export const EndpointList = ({ owner: { endpoints, place } }: OwnerProps): JSX.Element =>
  endpoints.length === 0 ? (
    <p class="empty">{text("none")}</p>
  ) : (
    <RecordList label={text("endpoints")}>
      {endpoints.map(({ name, url, events, paused, ordered, signed }) => (
        <RecordRow
          key={name}
          place={place("of", name)}
          name={name}
          state={
            <span class={paused ? "channel-state off" : "channel-state online"}>{text(paused ? "paused" : "on")}</span>
          }
          facts={[
            url,
            text("eventCount", { n: events.length }),
            ordered && text("ordered"),
            !signed && text("notSigned"),
          ]}
        />
      ))}
    </RecordList>
  );

interface EndpointPagesProps extends OwnerProps {
  /** `add` or `of`. */
  readonly what: string;
  readonly name: string | undefined;
  /** The heading at this place. */
  readonly Title: FunctionComponent<{ readonly children: ComponentChildren }>;
}

/** The page of a new endpoint, and the page of one endpoint. */
export function EndpointPages({ owner, what, name, Title }: EndpointPagesProps): JSX.Element {
  const made = useSignal<{ readonly name: string; readonly secret: string } | null>(null);
  const endpoint = owner.endpoints.find((one) => what === "of" && one.name === name);
  const title = endpoint?.name ?? text(what === "add" ? "newEndpoint" : "noSuchEndpoint");
  return (
    <>
      <BackLink to={owner.place()}>{text("allEndpoints")}</BackLink>
      <Title>{title}</Title>
      {what === "add" && (
        <AddEndpoint
          owner={owner}
          onMade={(name, secret) => {
            made.value = { name, secret };
            go(owner.place("of", name), true);
          }}
        />
      )}
      {endpoint !== undefined && (
        <EndpointPage
          key={endpoint.name}
          owner={owner}
          endpoint={endpoint}
          secret={made.value?.name === endpoint.name ? made.value.secret : null}
        />
      )}
    </>
  );
}

interface EndpointValues {
  readonly url: string;
  readonly events: EndpointAnswer["events"];
  readonly paused: boolean;
  readonly ordered: boolean;
  readonly orderedWaitMs: number;
}

const newEndpoint = {
  name: "",
  url: "",
  events: [...webhookEvents],
  paused: false,
  ordered: false,
  orderedWaitMs: 3_600_000,
} satisfies EndpointValues & { readonly name: string };

const isWait = (ms: number): boolean => ms >= 1_000 && ms <= 86_400_000;

const checkEndpoint = ({ url, events, orderedWaitMs }: EndpointValues) => ({
  url: checkUrl(url),
  events: events.length > 0 ? null : text("eventsMissing"),
  orderedWaitMs: isWait(orderedWaitMs) ? null : text("waitWrong"),
});

const sentences = () => ({
  url: targetSentence,
  events: text("eventsMissing"),
  paused: text("tryAgain"),
  ordered: text("tryAgain"),
  orderedWaitMs: text("waitWrong"),
});

interface AddEndpointProps extends OwnerProps {
  readonly onMade: (name: string, secret: string) => void;
}

function AddEndpoint({ owner, onMade }: AddEndpointProps): JSX.Element {
  const form = useForm({
    name: `${owner.forms} new endpoint`,
    saved: newEndpoint,
    sentences: { ...sentences(), name: unlessTaken(text("nameTaken"), text("nameWrong")) },
    check: (values) => ({
      ...checkEndpoint(values),
      name: /^[a-z0-9-]{1,32}$/.test(values.name) ? null : text("nameWrong"),
    }),
    async send(_changed, values) {
      const answer = await owner.add(values);
      if (answer.ok) onMade(values.name, answer.value.signingSecret);
      return answer;
    },
  });
  return (
    <SettingsForm form={form} action={text("add")} busy={text("adding")} isNew>
      <TextField label={text("name")} of={bind(form, "name")} help={text("nameHelp")} isRequired />
      <EndpointFields form={form} />
    </SettingsForm>
  );
}

function EndpointFields<Values extends EndpointValues>({ form }: { readonly form: Form<Values> }): JSX.Element {
  // The form may have more fields; these are the fields of an endpoint.
  const own = form as unknown as Form<EndpointValues>;
  return (
    <>
      <TextField
        label={text("url")}
        type="url"
        placeholder="https://crm.example.com/hook"
        of={bind(own, "url")}
        help={text("urlHelp")}
        isRequired
      />
      <SeveralField
        label={text("events")}
        of={bind(own, "events")}
        choices={[...webhookEvents, ...endpointEvents].map((event) => [event, event])}
        empty=""
      />
      <CheckField label={text("pausedLabel")} of={bind(own, "paused")} help={text("pausedHelp")} />
      <CheckField label={text("orderedLabel")} of={bind(own, "ordered")} help={text("orderedHelp")} />
      {own.values.ordered && (
        <NumberField
          label={text("wait")}
          of={bind(own, "orderedWaitMs")}
          unit={60_000}
          otherwise={0}
          help={text("waitHelp")}
        />
      )}
    </>
  );
}

interface EndpointPageProps extends OwnerProps {
  readonly endpoint: EndpointAnswer;
  /** The secret that was made with the endpoint; null later. */
  readonly secret: string | null;
}

function EndpointPage({ owner, endpoint, secret }: EndpointPageProps): JSX.Element {
  const { forms, test } = owner;
  const { name, url, events, paused, ordered, orderedWaitMs } = endpoint;
  const form = useForm<EndpointValues>({
    name: `${forms} endpoint ${name}`,
    saved: { url, events, paused, ordered, orderedWaitMs },
    sentences: sentences(),
    check: checkEndpoint,
    send: (changed) => owner.change(name, changed),
  });
  const make = async () => {
    const answer = await owner.renew(name);
    return answer.ok ? { ...answer, value: answer.value.signingSecret } : answer;
  };
  return (
    <>
      {paused && <p class="settings-notice">{text("isPaused")}</p>}
      <Section title={text("signingSecret")} help={text("signingSecretHelp")}>
        <SecretControl
          words={outgoingWords()}
          given={secret}
          isSet={endpoint.signed}
          formerUntil={endpoint.previousSecretUntil}
          make={make}
          end={() => owner.change(name, { signingSecret: null })}
        />
      </Section>
      <Section title={text("endpoint")}>
        <SettingsForm form={form}>
          <EndpointFields form={form} />
        </SettingsForm>
      </Section>
      {test !== null && (
        <SendTest
          channelId={test.channelId}
          target="webhooks"
          endpoint={test.mark + name}
          title={text("sendTest")}
          help={text("sendTestHelp")}
          action={text("sendTest")}
        />
      )}
      <RemoveRecord
        title={text("remove")}
        name={name}
        forms={`${forms} endpoint ${name}`}
        back={owner.place()}
        act={() => owner.remove(name)}
      >
        <p>{text("removeThen")}</p>
      </RemoveRecord>
    </>
  );
}
