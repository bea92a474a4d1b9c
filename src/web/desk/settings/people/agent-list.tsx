import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { agentPicture } from "../../parts/pictures.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { ListHead, RecordList, RecordRow } from "../forms/records.tsx";
import { placeOfAgent } from "./places.ts";

const addPlace = placeOf(["settings", "agents", "add"]);

/** Every agent with what one wants to know at a glance. */
export function AgentList({ agents }: { readonly agents: readonly AgentAnswer[] }): JSX.Element {
  useCommands([{ id: "add agent", title: "Add an agent", group: "Settings", run: () => go(addPlace) }], []);
  const sorted = [...agents].sort((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
  return (
    <main class="settings-page">
      <ListHead title="Agents" add="Add an agent" addPlace={addPlace} />
      <RecordList label="Agents">
        {sorted.map((agent) => (
          <Row key={agent.id} agent={agent} />
        ))}
      </RecordList>
    </main>
  );
}

function Row({ agent }: { readonly agent: AgentAnswer }): JSX.Element {
  const { agent: self, departments } = useDesk().surroundings.value;
  const { id, name, email, photo, role, declared } = agent;
  const own = departments.filter((department) => agent.departments.includes(department.id));
  return (
    <RecordRow
      place={placeOfAgent(id)}
      name={name}
      picture={<Avatar name={name} picture={agentPicture(id, photo)} />}
      state={<AgentState agent={agent} />}
      facts={[
        id === self.id && "You",
        email,
        role === "admin" && "Administrator",
        own.length > 0 && own.map((department) => department.name).join(", "),
        declared && "In the config file",
      ]}
    />
  );
}

/** Whether clients are promised the agent now, as a dot and a word. */
export const AgentState = ({ agent: { available } }: { readonly agent: AgentAnswer }): JSX.Element => (
  <span class={available ? "agent-state here" : "agent-state"}>{available ? "Here" : "Away"}</span>
);
