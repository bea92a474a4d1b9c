import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { currentLocale, textsOf } from "../../../shared/language/texts.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { agentPicture } from "../../parts/pictures.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { ListHead, RecordList, RecordRow } from "../forms/records.tsx";
import { placeOfAgent } from "./places.ts";

const text = textsOf("settings-people", settingsPeople);

const addPlace = placeOf(["settings", "agents", "add"]);

/** Every agent with its most important facts. */
export function AgentList({ agents }: { readonly agents: readonly AgentAnswer[] }): JSX.Element {
  useCommands([{ id: "add agent", title: text("addAgent"), group: text("commandGroup"), run: () => go(addPlace) }], []);
  const sorted = [...agents].sort(
    (left, right) => left.name.localeCompare(right.name, currentLocale()) || left.id - right.id,
  );
  return (
    <main class="settings-page">
      <ListHead title={text("agents")} add={text("addAgent")} addPlace={addPlace} />
      <RecordList label={text("agents")}>
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
        id === self.id && text("you"),
        email,
        role === "admin" && text("administrator"),
        own.length > 0 && own.map((department) => department.name).join(", "),
        declared && text("inConfigFile"),
      ]}
    />
  );
}

/** Whether the agent is available to clients now, as a dot and a word. */
export const AgentState = ({ agent: { available } }: { readonly agent: AgentAnswer }): JSX.Element => (
  <span class={available ? "presence there" : "presence"}>{text(available ? "here" : "away")}</span>
);
