import type { AgentId } from "../../../../machines/ids.ts";
import { undamagedLater } from "../../../core/rows/damaged-rows.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Store } from "../../../ports/store.ts";

/** For how long a one-time password of a new agent counts. */
const invitationMs = 7 * 24 * 3_600_000;

/** The ends of one-time passwords. Each stays stored after its agent has chosen a password, and then says nothing. */
export interface Invitations {
  /** The agent has `invitationMs` from now on. Durable when it resolves. */
  begin(agentId: AgentId): Promise<void>;
  /** Whether the agent's one-time password counts no longer. That of the first administrator counts for ever: nobody could renew it. */
  isOver(agentId: AgentId): Promise<boolean>;
  forget(agentId: AgentId): Promise<void>;
}

export function createInvitations(store: Store, clock: Clock): Invitations {
  return {
    begin: (agentId) => {
      const row = { text: String(clock.nowMs() + invitationMs) };
      return store.commit({}, () => [{ table: "fact", key: [nameOf(agentId)], row }]);
    },
    async isOver(agentId) {
      const row = await undamagedLater(() => store.durable.read("fact", [nameOf(agentId)]));
      return row !== undefined && clock.nowMs() >= Number(row.text);
    },
    forget: (agentId) => store.commit({}, () => [{ table: "fact", key: [nameOf(agentId)], row: null }]),
  };
}

const nameOf = (agentId: AgentId): string => `invitation/${agentId}`;
