import type { AgentProfile } from "../../machines/agent/agent.types.ts";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { AgentId, ChannelId } from "../../machines/ids.ts";

/** A channel as the edge and the deliveries see it: its settings and what the status query answers. */
export interface ChannelEntry {
  readonly settings: ChannelSettings;
  readonly status: 0 | 1;
}

export interface AgentEntry {
  readonly profile: AgentProfile;
  readonly isAvailable: boolean;
}

/** Channels and agents as last committed, in memory: a look-up on every request. */
export class Directory {
  readonly #channels = new Map<string, ChannelEntry>();
  readonly #agents = new Map<AgentId, AgentEntry>();

  /** `publicId` comes from a path: any text. */
  find(publicId: string): ChannelEntry | undefined {
    return this.#channels.get(publicId);
  }

  keepChannel(entry: ChannelEntry): void {
    this.#channels.set(entry.settings.id, entry);
  }

  agent(id: AgentId): AgentEntry | undefined {
    return this.#agents.get(id);
  }

  keepAgent(entry: AgentEntry): void {
    this.#agents.set(entry.profile.id, entry);
  }

  channels(): IterableIterator<ChannelEntry> {
    return this.#channels.values();
  }

  agents(): IterableIterator<AgentEntry> {
    return this.#agents.values();
  }

  /** Agents see the chats of their channels, administrators those of all. */
  canSee(agent: AgentProfile, channelId: ChannelId): boolean {
    return agent.role === "admin" || (this.find(channelId)?.settings.agentIds.includes(agent.id) ?? false);
  }
}
