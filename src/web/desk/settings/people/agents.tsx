import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { ErrorText } from "../../../shared/ui/field.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { invitationStart } from "../../shell/invitation.ts";
import { placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { checkOptionalPassword, passwordSentence } from "../forms/checks.ts";
import { SeveralField, TextField } from "../forms/fields.tsx";
import { BackLink, PageTitle, SettingsForm } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/records.tsx";
import { bind, useForm } from "../forms/use-form.ts";
import type { AgentsProps } from "./agent-fields.tsx";
import { AgentFields } from "./agent-fields.tsx";
import { AgentList } from "./agent-list.tsx";
import { AgentPage } from "./agent-page.tsx";
import type { AgentValues } from "./agent-values.ts";
import { agentSentences, checkAgent, noAgent, toAgentBody } from "./agent-values.ts";
import { agentsPlace, placeOfAgent } from "./places.ts";

const text = textsOf("settings-people", settingsPeople);

/** The agents of the service. Source: AUTH-15. */
export function Agents(): JSX.Element {
  const [, what] = route.value.parts;
  const listing = useListing<AgentAnswer>({ path: "/api/agents", many: "agents", one: "agent" }, what);
  if (what === "add") return <AddAgent listing={listing} />;
  const { value: list } = listing.list;
  if (list.state !== "there")
    return (
      <UnreadPage
        title={text("agents")}
        unread={text("agentsUnread")}
        list={list}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <AgentList agents={list.value} />;
  const agent = list.value.find(({ id }) => String(id) === what);
  if (agent === undefined)
    return <NoSuch title={text("noSuchAgent")} back={agentsPlace} backTitle={text("allAgents")} />;
  return <AgentPage key={agent.id} agent={agent} listing={listing} />;
}

interface NewAgent extends AgentValues {
  readonly password: string;
  /** The ids of the channels whose chats the agent gets. */
  readonly channels: readonly string[];
}

interface Made {
  readonly agent: AgentAnswer;
  /** The generated password; absent if the administrator chose the password. */
  readonly password?: string;
}

interface Invited extends Made {
  readonly isOnChannel: boolean;
  /** The channels that the agent could not be added to. */
  readonly missed: readonly string[];
}

/** The form of a new agent, and after the creation the agent's login data. Source: AUTH-14. */
function AddAgent({ listing }: AgentsProps): JSX.Element {
  const made = useSignal<Invited | null>(null);
  const channels = useListing<ChannelAnswer>({ path: "/api/channels", many: "channels", one: "channel" });
  const { value: known } = channels.list;
  const offered = known.state === "there" ? known.value : [];
  const form = useForm<NewAgent>({
    name: "new agent",
    saved: { ...noAgent, password: "", channels: [] },
    sentences: { ...agentSentences, password: passwordSentence, channels: text("channelsUnread") },
    check: (values) => ({ ...checkAgent(values), password: checkOptionalPassword(values.password) }),
    async send(_changed, { password, channels: chosen, ...values }) {
      const body = { ...toAgentBody(values), ...(password !== "" && { password }) };
      const answer = await listing.create<Made>(body);
      if (!answer.ok) return answer;
      const { id } = answer.value.agent;
      const missed: string[] = [];
      for (const channel of offered.filter((one) => chosen.includes(one.id))) {
        const added = await channels.change(channel.id, { agents: [...channel.agents, id] });
        if (!added.ok) missed.push(channel.name);
      }
      made.value = { ...answer.value, isOnChannel: chosen.length > missed.length, missed };
      return answer;
    },
  });
  const { value } = made;
  if (value !== null) return <Added key={value.agent.id} made={value} onAnother={() => (made.value = null)} />;
  return (
    <main class="settings-page">
      <BackLink to={agentsPlace}>{text("allAgents")}</BackLink>
      <PageTitle>{text("addAgent")}</PageTitle>
      <SettingsForm form={form} action={text("add")} busy={text("adding")} isNew>
        <AgentFields form={form} photoHelp={text("photoHelpNew")} roleHelp={text("roleHelpNew")}>
          <SeveralField
            label={text("channels")}
            of={bind(form, "channels")}
            choices={offered.map(({ id, name }) => [id, name] as const)}
            help={text("agentChannelsHelp")}
            empty={text("noChannelsYet")}
          />
        </AgentFields>
        <TextField label={text("password")} type="password" of={bind(form, "password")} help={text("passwordHelp")} />
      </SettingsForm>
    </main>
  );
}

interface AddedProps {
  readonly made: Invited;
  readonly onAnother: () => void;
}

/** The login data for the agent, and the next steps. */
function Added({ made: { agent, password, isOnChannel, missed }, onAnother }: AddedProps): JSX.Element {
  const { publicUrl } = useDesk().surroundings.value;
  return (
    <main class="settings-page">
      <BackLink to={agentsPlace}>{text("allAgents")}</BackLink>
      <PageTitle>{split(text("wasAdded", { name: "{name}" }), { name: <bdi>{agent.name}</bdi> })}</PageTitle>
      <div class="settings-form">
        {password === undefined ? (
          <p>{text("passwordGiven")}</p>
        ) : (
          <div class="settings-notice">
            <CopyField
              label={text("invitation")}
              value={`${publicUrl}/desk/${invitationStart}${encodeURIComponent(agent.email)}/${encodeURIComponent(password)}`}
              help={text("invitationHelp")}
            />
          </div>
        )}
        <details class="settings-fold">
          <summary>{text("loginData")}</summary>
          <CopyField label={text("desk")} value={`${publicUrl}/desk/`} help={text("deskHelp")} />
          <CopyField label={text("email")} value={agent.email} />
          {password !== undefined && (
            <CopyField label={text("password")} value={password} help={text("passwordShown")} />
          )}
        </details>
        {missed.length > 0 && <ErrorText>{text("channelsMissed", { channels: missed.join(", ") })}</ErrorText>}
        {!isOnChannel && (
          <p>
            {split(text("needsChannel", { name: "{name}", channels: "{channels}" }), {
              name: <bdi>{agent.name}</bdi>,
              channels: <a href={placeOf(["settings", "channels"])}>{text("channelsLink")}</a>,
            })}
          </p>
        )}
        <div class="save-bar">
          <a class="button primary" href={placeOfAgent(agent.id)}>
            {text("done")}
          </a>
          <button type="button" onClick={onAnother}>
            {text("addAnother")}
          </button>
        </div>
      </div>
    </main>
  );
}
