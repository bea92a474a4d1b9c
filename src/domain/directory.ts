import { createHash } from "node:crypto";
import type { AgentProfile } from "../../machines/agent/agent.machine.ts";
import type { BotSettings, ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { AgentId, ChannelId } from "../../machines/ids.ts";
import type { AttemptFailure } from "../../machines/tells.ts";

/** A channel as the edge and the deliveries see it: its settings and what the status query answers. */
export interface ChannelNow {
  readonly settings: ChannelSettings;
  readonly status: 0 | 1;
}

export interface ChannelEntry extends ChannelNow {
  /** Its record stays for the chats it had. */
  readonly isRemoved: boolean;
}

/** An agent, or what an API key of the agent sees. */
export interface ChannelViewer extends AgentProfile {
  /** Absent: every channel that the agent sees. */
  readonly onlyChannelIds?: readonly ChannelId[];
}

/** Whether the viewer sees every channel, also those that will be created. */
export const seesAllChannels = ({ role, onlyChannelIds }: ChannelViewer): boolean =>
  role === "admin" && onlyChannelIds === undefined;

export interface AgentEntry {
  readonly profile: AgentProfile;
  readonly isAvailable: boolean;
  /** The record stays for what the agent wrote. */
  readonly isRemoved: boolean;
}

/** Channels and agents as last committed, in memory: a look-up on every request. */
export class Directory {
  readonly #channels = new Map<string, ChannelEntry>();
  readonly #bots = new Map<string, ChannelId>();
  readonly #agents = new Map<AgentId, AgentEntry>();
  readonly #listeners: DirectoryListener[] = [];
  readonly #agentListeners: AgentListener[] = [];
  readonly #namesListeners: (() => void)[] = [];
  /** The revision of the row from which each entry was made. */
  readonly #revisions = new Map<ChannelId | AgentId, number>();

  /** A channel that is served. `publicId` comes from a path: any text. */
  find(publicId: string): ChannelEntry | undefined {
    const entry = this.#channels.get(publicId);
    return entry?.isRemoved ? undefined : entry;
  }

  /** A channel, also a removed one. */
  findEver(publicId: string): ChannelEntry | undefined {
    return this.#channels.get(publicId);
  }

  /** `revision` is that of the channel's row. A state that is older than the known one is ignored. */
  keepChannel({ settings, status, isRemoved }: ChannelEntry, revision: number): void {
    if (!this.noteRevision(settings.id, revision)) return;
    const before = this.find(settings.id);
    this.#channels.set(settings.id, { settings, status, isRemoved });
    this.#keepBot(settings.id, before?.settings.bot ?? null, isRemoved ? null : settings.bot);
    for (const listener of this.#listeners) listener(settings.id, before, this.find(settings.id));
  }

  /**
   * The channel whose bot has this provider and token; both come from a path: any text. Found by a hash of the two, so that the
   * duration does not reveal how much of a token is right. Source: BOT-04, AUTH-07.
   */
  findBot(providerId: string, token: string): ChannelEntry | undefined {
    const channelId = this.#bots.get(botName(providerId, token));
    return channelId === undefined ? undefined : this.find(channelId);
  }

  #keepBot(channelId: ChannelId, before: BotSettings | null, after: BotSettings | null): void {
    if (before === after) return;
    const name = before === null ? null : botName(before.providerId, before.token);
    if (name !== null && this.#bots.get(name) === channelId) this.#bots.delete(name);
    if (after !== null) this.#bots.set(botName(after.providerId, after.token), channelId);
  }

  /** An agent who may work. */
  agent(id: AgentId): AgentEntry | undefined {
    const entry = this.#agents.get(id);
    return entry?.isRemoved ? undefined : entry;
  }

  /** An agent, also a removed one. */
  agentEver(id: AgentId): AgentEntry | undefined {
    return this.#agents.get(id);
  }

  /** Like `keepChannel`. */
  keepAgent({ profile, isAvailable, isRemoved }: AgentEntry, revision: number): void {
    if (!this.noteRevision(profile.id, revision)) return;
    const before = this.agent(profile.id);
    this.#agents.set(profile.id, { profile, isAvailable, isRemoved });
    for (const listener of this.#agentListeners) listener(profile.id, before, this.agent(profile.id));
  }

  /** Notes the revision. Returns false when it is older than the known one. */
  noteRevision(id: ChannelId | AgentId, revision: number): boolean {
    if (revision < (this.#revisions.get(id) ?? 0)) return false;
    this.#revisions.set(id, revision);
    return true;
  }

  /** Channels that are served. */
  channels(): readonly ChannelEntry[] {
    return [...this.#channels.values()].filter(({ isRemoved }) => !isRemoved);
  }

  /** Also those that were removed: their chats are still there. */
  channelsEver(): readonly ChannelEntry[] {
    return [...this.#channels.values()];
  }

  agents(): readonly AgentEntry[] {
    return [...this.#agents.values()].filter(({ isRemoved }) => !isRemoved);
  }

  /** Agents see the chats of their channels, those of a removed channel included, administrators those of all. */
  canSee(agent: ChannelViewer, channelId: ChannelId): boolean {
    if (agent.onlyChannelIds !== undefined && !agent.onlyChannelIds.includes(channelId)) return false;
    return agent.role === "admin" || (this.findEver(channelId)?.settings.agentIds.includes(agent.id) ?? false);
  }

  /** Called after every change of a channel, in the tick in which it takes effect. */
  onChannelChange(listener: DirectoryListener): void {
    this.#listeners.push(listener);
  }

  /** Called after every change of an agent, presence included, in the tick in which it takes effect. */
  onAgentChange(listener: AgentListener): void {
    this.#agentListeners.push(listener);
  }

  /** Call it when a change of departments or providers is stored. */
  namesChanged(): void {
    for (const listener of this.#namesListeners) listener();
  }

  /** Called after every change of departments and providers made while the service runs. */
  onNamesChange(listener: () => void): void {
    this.#namesListeners.push(listener);
  }
}

const botName = (providerId: string, token: string): string =>
  createHash("sha256").update(providerId).update("\n").update(token).digest("base64");

/** `undefined`: not served. */
export type DirectoryListener = (
  channelId: ChannelId,
  before: ChannelEntry | undefined,
  after: ChannelEntry | undefined,
) => void;

/** `undefined`: no such agent. */
export type AgentListener = (agentId: AgentId, before: AgentEntry | undefined, after: AgentEntry | undefined) => void;

/** Whether the channel has no receiver for messages of agents any more. Source: DEL-08. */
export const isChannelClosed = (directory: Directory, id: ChannelId): boolean =>
  directory.find(id)?.settings.enabled !== true;

/** The failure of a message to a disabled or removed channel, as the agent sees it. Source: DEL-08. */
export function channelClosed(directory: Directory, id: ChannelId): AttemptFailure {
  const why = directory.find(id) === undefined ? "does not exist any more" : "is disabled";
  const kind = "channel_closed";
  return { kind, code: kind, message: `The message was not delivered: channel ${id} ${why}.` };
}
