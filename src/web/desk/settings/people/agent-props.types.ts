import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import type { Listing } from "../forms/listing.ts";

export interface AgentsProps {
  readonly listing: Listing<AgentAnswer>;
}

export interface AgentPageProps extends AgentsProps {
  readonly agent: AgentAnswer;
}

export interface AgentSectionProps extends AgentPageProps {
  /** The logged-in agent is the shown agent. */
  readonly isSelf: boolean;
}
