import type { JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { route } from "../../shell/route.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/not-there.tsx";
import { AddAgent } from "./add-agent.tsx";
import { AgentList } from "./agent-list.tsx";
import { AgentPage } from "./agent-page.tsx";
import { agentsPlace } from "./places.ts";

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
        failure={list.state === "failed" ? list.failure : null}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <AgentList agents={list.value} />;
  const agent = list.value.find(({ id }) => String(id) === what);
  if (agent === undefined)
    return <NoSuch title={text("noSuchAgent")} back={agentsPlace} backTitle={text("allAgents")} />;
  return <AgentPage key={agent.id} agent={agent} listing={listing} />;
}
