import type { ChannelAssigned, ChannelUnassigned } from "../channel/channel.types.ts";
import type { TellEffect } from "../effects.ts";
import type { AgentId, ChannelId } from "../ids.ts";

export interface AgentProfile {
  readonly id: AgentId;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly photo: string | null;
  readonly departmentIds: readonly number[];
  readonly role: "admin" | "agent";
}

export interface AgentContext {
  readonly profile: AgentProfile;
  /** Live desk sockets; each id starts with the id of its process. */
  readonly socketIds: readonly string[];
  /** The agent's own switch; counts only while a socket lives. */
  readonly isAvailable: boolean;
  readonly channelIds: readonly ChannelId[];
}

/** Also creates the agent. */
export interface AgentConfigured {
  readonly type: "agent.configured";
  readonly profile: AgentProfile;
}
export interface SocketOpened {
  readonly type: "socket.opened";
  readonly socketId: string;
  /** Absent: unchanged while another socket lives, else available. */
  readonly isAvailable?: boolean;
}
export interface SocketClosed {
  readonly type: "socket.closed";
  readonly socketId: string;
}
/** These processes are gone, with all their sockets. */
export interface ProcessesLost {
  readonly type: "processes.lost";
  readonly processIds: readonly string[];
}
export interface AvailabilityChanged {
  readonly type: "availability.changed";
  readonly isAvailable: boolean;
}
/** Every session ended: all sockets are gone. */
export interface LoggedOut {
  readonly type: "agent.logged-out";
  readonly socketIds: readonly string[];
}

/** An administrator removed the agent; the record stays, because messages name it. */
export interface AgentRemoved {
  readonly type: "agent.removed";
}

export type AgentEvent =
  | AgentRemoved
  | AgentConfigured
  | SocketOpened
  | SocketClosed
  | ProcessesLost
  | AvailabilityChanged
  | LoggedOut
  | ChannelAssigned
  | ChannelUnassigned;

/** Told to every channel of the agent. Source: CH-12. */
export interface AgentPresenceChanged {
  readonly type: "agent.presence-changed";
  readonly agentId: AgentId;
  readonly isAvailable: boolean;
}

/** Name, photo, role or channels of an agent, for the desk's sockets and lists. */
export interface PublishAgentEffect {
  readonly type: "effect.agent.publish";
  readonly profile: AgentProfile;
  readonly isAvailable: boolean;
  readonly isRemoved: boolean;
}

export type AgentEffect = PublishAgentEffect | TellEffect<AgentPresenceChanged>;
