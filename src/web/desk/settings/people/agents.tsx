import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { checkOptionalPassword, passwordSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
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
}

interface Made {
  readonly agent: AgentAnswer;
  /** The generated password; absent if the administrator chose the password. */
  readonly password?: string;
}

/** The form of a new agent, and after the creation the agent's login data. Source: AUTH-14. */
function AddAgent({ listing }: AgentsProps): JSX.Element {
  const made = useSignal<Made | null>(null);
  const form = useForm<NewAgent>({
    name: "new agent",
    saved: { ...noAgent, password: "" },
    sentences: { ...agentSentences, password: passwordSentence },
    check: (values) => ({ ...checkAgent(values), password: checkOptionalPassword(values.password) }),
    async send(_changed, { password, ...values }) {
      const body = { ...toAgentBody(values), ...(password !== "" && { password }) };
      const answer = await listing.create<Made>(body);
      if (answer.ok) made.value = answer.value;
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
        <AgentFields form={form} photoHelp={text("photoHelpNew")} roleHelp={text("roleHelpNew")} />
        <TextField label={text("password")} type="password" of={bind(form, "password")} help={text("passwordHelp")} />
      </SettingsForm>
    </main>
  );
}

interface AddedProps {
  readonly made: Made;
  readonly onAnother: () => void;
}

/** The login data for the agent, and the next steps. */
function Added({ made: { agent, password }, onAnother }: AddedProps): JSX.Element {
  const { publicUrl } = useDesk().surroundings.value;
  return (
    <main class="settings-page">
      <BackLink to={agentsPlace}>{text("allAgents")}</BackLink>
      <PageTitle>{split(text("wasAdded", { name: "{name}" }), { name: <bdi>{agent.name}</bdi> })}</PageTitle>
      <div class="settings-form">
        <CopyField label={text("desk")} value={`${publicUrl}/desk/`} help={text("deskHelp")} />
        <CopyField label={text("email")} value={agent.email} />
        {password === undefined ? (
          <p>{text("passwordGiven")}</p>
        ) : (
          <div class="settings-notice">
            <CopyField label={text("password")} value={password} help={text("passwordShown")} />
          </div>
        )}
        <p>
          {split(text("needsChannel", { name: "{name}", channels: "{channels}" }), {
            name: <bdi>{agent.name}</bdi>,
            channels: <a href={placeOf(["settings", "channels"])}>{text("channelsLink")}</a>,
          })}
        </p>
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
