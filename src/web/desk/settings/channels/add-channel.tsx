import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { go, placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { checkName, checkUrl } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { PageTitle, SettingsForm } from "../forms/form-section.tsx";
import type { Form } from "../forms/use-form.ts";
import { bind, useForm } from "../forms/use-form.ts";
import { BackToChannels } from "./back-to-channels.tsx";
import { AgentsField, ChunkedField, checkAgents, WebhookUrlField } from "./channel-fields.tsx";
import type { ApiChannelValues, ChannelValues } from "./channels-data.ts";
import { apiSentences, channelSentences, channelsOf } from "./channels-data.ts";

const text = textsOf("settings-channels", settingsChannels);

/** Creates the channel and opens the page of its next step. */
function useCreation(): (body: object) => Promise<Answer<unknown>> {
  const desk = useDesk();
  return async (body) => {
    const answer = await channelsOf(desk).create<{ readonly channel: ChannelAnswer }>(body);
    if (!answer.ok) return answer;
    go(placeOf(["settings", "channels", answer.value.channel.id, "connection"], { new: "1" }), true);
    return answer;
  };
}

/** A sole agent is ticked already, because no other agent can receive the chats. */
function useSoleAgent(): readonly number[] {
  const { agents } = useDesk().surroundings.value;
  const [only] = agents;
  return only !== undefined && agents.length === 1 ? [only.id] : [];
}

/** The form of a new chat API channel, at Manage, Add channels, Chat API, Connect. Source: CH-01, CH-04. */
export function AddApiChannel(): JSX.Element {
  const create = useCreation();
  const agents = useSoleAgent();
  const form = useForm<ApiChannelValues>({
    name: "new chat API channel",
    saved: { name: "", webhookUrl: "", chunked: false, agents },
    sentences: apiSentences,
    check: ({ name, webhookUrl, agents }) => ({
      name: checkName(name),
      webhookUrl: checkUrl(webhookUrl),
      agents: checkAgents(agents),
    }),
    send: (_changed, values) => create({ kind: "api", ...values }),
  });
  return (
    <NewChannel title={text("connectApi")} form={form}>
      <TextField label={text("channelName")} of={bind(form, "name")} help={text("channelNameHelp")} isRequired />
      <WebhookUrlField form={form} />
      <ChunkedField form={form} />
      <AgentsField of={bind(form, "agents")} />
    </NewChannel>
  );
}

/** A widget needs fewer fields. The rest has defaults, which can be changed later. */
export function AddWidget(): JSX.Element {
  const create = useCreation();
  const agents = useSoleAgent();
  const form = useForm<ChannelValues>({
    name: "new widget",
    saved: { name: "", agents },
    sentences: channelSentences,
    check: ({ name, agents }) => ({ name: checkName(name), agents: checkAgents(agents) }),
    send: (_changed, values) => create({ kind: "widget", ...values }),
  });
  return (
    <NewChannel title={text("connectWidget")} form={form}>
      <TextField label={text("channelName")} of={bind(form, "name")} help={text("channelNameHelp")} isRequired />
      <AgentsField of={bind(form, "agents")} />
    </NewChannel>
  );
}

interface NewChannelProps<Values extends object> {
  readonly title: string;
  readonly form: Form<Values>;
  readonly children: JSX.Element | readonly JSX.Element[];
}

const NewChannel = <Values extends object>({ title, form, children }: NewChannelProps<Values>): JSX.Element => (
  <main class="settings-page">
    <BackToChannels />
    <PageTitle>{title}</PageTitle>
    <SettingsForm form={form} action={text("connect")} busy={text("connecting")} isNew>
      {children}
    </SettingsForm>
  </main>
);

/** The list of the kinds of channel. Source: CH-01. */
export const AddChannels = (): JSX.Element => (
  <main class="settings-page">
    <BackToChannels />
    <PageTitle>{text("addChannels")}</PageTitle>
    <div class="kind-cards">
      <Kind title={text("api")} kind="chat-api">
        {text("apiIs")}
      </Kind>
      <Kind title={text("widget")} kind="widget">
        {text("widgetIs")}
      </Kind>
    </div>
  </main>
);

interface KindProps {
  readonly title: string;
  readonly kind: string;
  readonly children: string;
}

function Kind({ title, kind, children }: KindProps): JSX.Element {
  const id = useId();
  return (
    <section class="card kind-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <a
        class="button primary"
        href={placeOf(["settings", "channels", "add", kind])}
        aria-label={text("connectKind", { kind: title })}
      >
        {text("connect")}
      </a>
    </section>
  );
}
