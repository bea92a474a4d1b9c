import type { JSX } from "preact";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { agentPicture } from "../../parts/pictures.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { BackLink } from "../forms/back-link.tsx";
import { Section, SettingsForm } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { useForm } from "../forms/use-form.ts";
import { PhotoSection } from "../photo/photo-section.tsx";
import { AgentChannels } from "./agent-channels.tsx";
import { AgentFields } from "./agent-fields.tsx";
import { AgentState } from "./agent-list.tsx";
import type { AgentPageProps, AgentSectionProps } from "./agent-props.types.ts";
import type { AgentValues } from "./agent-values.ts";
import { agentSentences, checkAgent, formsOfAgent, toAgentBody, toAgentValues } from "./agent-values.ts";
import { NewPassword } from "./new-password.tsx";
import { agentsPlace } from "./places.ts";
import { RemoveAgent } from "./remove-agent.tsx";

const text = textsOf("settings-people", settingsPeople);

/** The page of one agent: data, channels, password and removal. */
export function AgentPage({ agent, listing }: AgentPageProps): JSX.Element {
  const channels = useListing<ChannelAnswer>({ path: "/api/channels", many: "channels", one: "channel" });
  const isSelf = useDesk().surroundings.value.agent.id === agent.id;
  return (
    <main class="settings-page">
      <BackLink to={agentsPlace}>{text("allAgents")}</BackLink>
      <header class="person-head">
        <Avatar name={agent.name} picture={agentPicture(agent.id, agent.photo)} />
        <PageTitle>{agent.name}</PageTitle>
        <p class="record-facts">
          <AgentState agent={agent} />
          {isSelf && <span>{text("you")}</span>}
          <span>{text("agentNumber", { id: String(agent.id) })}</span>
        </p>
      </header>
      {agent.declared && <p class="settings-notice">{text("agentDeclared")}</p>}
      <Basics agent={agent} listing={listing} isSelf={isSelf} />
      <PhotoSection
        name={agent.name}
        picture={agentPicture(agent.id, agent.photo)}
        hasPhoto={agent.photo !== null}
        help={text("agentPhotoHelp")}
        put={(file) => listing.act("PUT", agent.id, "photo", { file })}
        remove={() => listing.act("DELETE", agent.id, "photo")}
      />
      <AgentChannels agent={agent} channels={channels} />
      <NewPassword agent={agent} listing={listing} isSelf={isSelf} />
      <RemoveAgent agent={agent} listing={listing} isSelf={isSelf} channels={channels} />
    </main>
  );
}

function Basics({ agent, listing, isSelf }: AgentSectionProps): JSX.Element {
  const form = useForm<AgentValues>({
    name: `${formsOfAgent(agent.id)}basics`,
    saved: toAgentValues(agent),
    sentences: agentSentences,
    check: checkAgent,
    send: (changed) => listing.change(agent.id, toAgentBody(changed)),
  });
  return (
    <Section title={text("agent")}>
      <SettingsForm form={form}>
        <AgentFields
          form={form}
          photoHelp={text("photoHelp")}
          roleHelp={text(isSelf ? "roleHelpSelf" : "roleHelpOther")}
        />
      </SettingsForm>
    </Section>
  );
}
