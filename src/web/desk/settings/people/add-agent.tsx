import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { BackLink } from "../forms/back-link.tsx";
import { bind } from "../forms/bound.ts";
import { checkOptionalPassword, passwordSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { SettingsForm } from "../forms/form-section.tsx";
import { PageTitle } from "../forms/page-title.tsx";
import { useForm } from "../forms/use-form.ts";
import { AgentFields } from "./agent-fields.tsx";
import type { AgentsProps } from "./agent-props.types.ts";
import type { AgentValues } from "./agent-values.ts";
import { agentSentences, checkAgent, noAgent, toAgentBody } from "./agent-values.ts";
import { agentsPlace, placeOfAgent } from "./places.ts";

interface NewAgent extends AgentValues {
  readonly password: string;
}

interface Made {
  readonly agent: AgentAnswer;
  /** Absent when one was given. */
  readonly password?: string;
}

/** A form, and once the agent is there, what it logs in with. Source: AUTH-14. */
export function AddAgent({ listing }: AgentsProps): JSX.Element {
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
      <BackLink to={agentsPlace}>All agents</BackLink>
      <PageTitle>Add an agent</PageTitle>
      <SettingsForm form={form} action="Add" busy="Adding…" isNew>
        <AgentFields
          form={form}
          photoHelp="Of a picture on the web. A file can be chosen once the agent is there."
          roleHelp="Administrators also set up channels, bots and agents, and see every chat."
        />
        <TextField
          label="Password"
          type="password"
          of={bind(form, "password")}
          help="Empty: one is made, and shown to you once."
        />
      </SettingsForm>
    </main>
  );
}

interface AddedProps {
  readonly made: Made;
  readonly onAnother: () => void;
}

/** What to hand to the agent, and what comes next. */
function Added({ made: { agent, password }, onAnother }: AddedProps): JSX.Element {
  const { publicUrl } = useDesk().surroundings.value;
  return (
    <main class="settings-page">
      <BackLink to={agentsPlace}>All agents</BackLink>
      <PageTitle>
        <bdi>{agent.name}</bdi> was added
      </PageTitle>
      <div class="settings-form">
        <CopyField label="Desk" value={`${publicUrl}/desk/`} help="Where the agent logs in." />
        <CopyField label="E-mail" value={agent.email} />
        {password === undefined ? (
          <p>The agent logs in with the password you gave.</p>
        ) : (
          <div class="settings-notice">
            <CopyField
              label="Password"
              value={password}
              help="It is shown only now. The agent can change it under Your account."
            />
          </div>
        )}
        <p>
          <bdi>{agent.name}</bdi> gets chats once they are on a channel. Choose that on the page of each of the{" "}
          <a href={placeOf(["settings", "channels"])}>channels</a>.
        </p>
        <div class="save-bar">
          <a class="button primary" href={placeOfAgent(agent.id)}>
            Done
          </a>
          <button type="button" onClick={onAnother}>
            Add another
          </button>
        </div>
      </div>
    </main>
  );
}
