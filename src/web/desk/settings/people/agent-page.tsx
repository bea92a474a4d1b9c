import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { agentPicture } from "../../parts/pictures.ts";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { memberChange } from "../forms/changes.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { BackLink, PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { useListing } from "../forms/listing.ts";
import { UnreadList } from "../forms/records.tsx";
import { useForm } from "../forms/use-form.ts";
import { PhotoSection } from "../photo-section.tsx";
import type { AgentPageProps, AgentSectionProps } from "./agent-fields.tsx";
import { AgentFields } from "./agent-fields.tsx";
import { AgentState } from "./agent-list.tsx";
import type { AgentValues } from "./agent-values.ts";
import { agentSentences, checkAgent, formsOfAgent, toAgentBody, toAgentValues } from "./agent-values.ts";
import { NewPassword } from "./new-password.tsx";
import { agentsPlace } from "./places.ts";

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
    places: { departments: "addDepartments" },
    check: checkAgent,
    send({ departments = agent.departments, ...changed }) {
      const { add, remove } = memberChange(agent.departments, departments);
      const moved = {
        ...(add.length > 0 && { addDepartments: add }),
        ...(remove.length > 0 && { removeDepartments: remove }),
      };
      return listing.change(agent.id, { ...toAgentBody(changed), ...moved });
    },
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

interface AgentChannelsProps {
  readonly agent: AgentAnswer;
  readonly channels: Listing<ChannelAnswer>;
}

/** The channels whose chats the agent receives; each channel's page has the choice. Source: CH-01. */
function AgentChannels({ agent, channels }: AgentChannelsProps): JSX.Element {
  const { value: list } = channels.list;
  return (
    <Section title={text("channels")} help={text("agentChannelsHelp")}>
      {list.state === "there" ? (
        <Own channels={list.value.filter(({ agents }) => agents.includes(agent.id))} />
      ) : (
        <UnreadList unread={text("channelsUnread")} list={list} onRetry={() => void channels.read()} />
      )}
    </Section>
  );
}

const Own = ({ channels }: { readonly channels: readonly ChannelAnswer[] }): JSX.Element =>
  channels.length === 0 ? (
    <p>
      {split(text("onNoChannel", { channels: "{channels}" }), {
        channels: <a href={placeOf(["settings", "channels"])}>{text("allChannels")}</a>,
      })}
    </p>
  ) : (
    <ul class="plain-list">
      {channels.map(({ id, name }) => (
        <li key={id}>
          <a href={placeOf(["settings", "channels", id, "general"])}>{name}</a>
        </li>
      ))}
    </ul>
  );

interface RemoveAgentProps extends AgentSectionProps {
  readonly channels: Listing<ChannelAnswer>;
}

/** Removes the agent, after a text about the effect on its chats and channels. */
function RemoveAgent({ agent, listing, isSelf, channels }: RemoveAgentProps): JSX.Element {
  const { id, name, declared } = agent;
  const { value: list } = channels.list;
  const own = list.state === "there" ? list.value.filter(({ agents }) => agents.includes(id)) : [];
  const empty = own.filter(({ agents }) => agents.length === 1);
  return (
    <RemoveRecord
      title={text("removeAgent")}
      name={name}
      forms={formsOfAgent(id)}
      back={agentsPlace}
      act={() => listing.remove(id)}
    >
      <ul class="plain-list">
        <li>
          {isSelf ? text("removeSelf") : split(text("removeOther", { name: "{name}" }), { name: <bdi>{name}</bdi> })}
        </li>
        <li>{text("openChatsBack")}</li>
        {own.length > 0 && (
          <li>{split(text("leaves", { channels: "{channels}" }), { channels: <Names of={own} /> })}</li>
        )}
        {empty.length > 0 && (
          <li>
            {split(text("offlineUntil", { emptied: "{emptied}" }), {
              emptied: (
                <strong>
                  {split(text("noAgentsLeft", { channels: "{channels}" }), { channels: <Names of={empty} /> })}
                </strong>
              ),
            })}
          </li>
        )}
        <li>{text("repliesGone")}</li>
        {declared && <li>{text("agentMadeAgain")}</li>}
      </ul>
    </RemoveRecord>
  );
}

/** Isolates the direction of each name, so that the following text keeps its own. */
const Names = ({ of }: { readonly of: readonly ChannelAnswer[] }): JSX.Element => (
  <>
    {of.map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 && ", "}
        <bdi>{name}</bdi>
      </span>
    ))}
  </>
);
