import type { AgentId } from "../../../../machines/ids.ts";
import { encodeDeskFrame } from "../../../codec/desk/desk-frames.ts";
import type { AgentEntry, ChannelEntry, Directory } from "../../../domain/directory.ts";
import type { Clock, Wake } from "../../../ports/clock.ts";
import type { DiskWarnings } from "../../limits/disk-floors.ts";
import type { DeskLink } from "./desk-link.ts";

/** Notifies desks when the response of `GET /api/session` has changed for them: at once, then at most once a second. */
export interface SurroundingsNews {
  /** Called at the hello. Changes before `release` are reported at `release`, because the first frame of a desk is `ready`. */
  add(link: DeskLink, agentId: AgentId): void;
  release(link: DeskLink): void;
  remove(link: DeskLink): void;
}

/** The pause between two frames to one desk. */
const pauseMs = 1_000;

interface Subscription {
  readonly agentId: AgentId;
  isHeld: boolean;
  isWanted: boolean;
  lastAtMs: number;
  wake: Wake | null;
}

export function createSurroundingsNews({
  directory,
  clock,
  diskWarnings,
}: {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly diskWarnings?: DiskWarnings | undefined;
}): SurroundingsNews {
  const links = new Map<DeskLink, Subscription>();

  const send = (link: DeskLink, subscription: Subscription): void => {
    subscription.wake = null;
    subscription.lastAtMs = clock.nowMs();
    link.send(encodeDeskFrame({ type: "surroundings" }));
  };
  const notify = (link: DeskLink, subscription: Subscription): void => {
    if (subscription.isHeld) subscription.isWanted = true;
    else if (subscription.wake === null && clock.nowMs() >= subscription.lastAtMs + pauseMs) send(link, subscription);
    else subscription.wake ??= clock.wakeAt(subscription.lastAtMs + pauseMs, () => send(link, subscription));
  };
  const notifyAll = (isConcerned: (agentId: AgentId) => boolean): void => {
    for (const [link, subscription] of links) {
      if (isConcerned(subscription.agentId)) notify(link, subscription);
    }
  };
  const isAdministrator = (id: AgentId): boolean => directory.agent(id)?.profile.role === "admin";

  directory.onChannelChange((_channelId, before, after) => {
    if (shownOfChannel(before) === shownOfChannel(after)) return;
    const members = new Set([...(before?.settings.agentIds ?? []), ...(after?.settings.agentIds ?? [])]);
    notifyAll((id) => members.has(id) || isAdministrator(id));
  });
  directory.onAgentChange((agentId, before, after) => {
    if (shownOfAgent(before) === shownOfAgent(after)) return;
    const shared = directory.channels().filter(({ settings }) => settings.agentIds.includes(agentId));
    const colleagues = new Set(shared.flatMap(({ settings }) => settings.agentIds));
    notifyAll((id) => id === agentId || colleagues.has(id) || isAdministrator(id));
  });
  directory.onNamesChange(() => notifyAll(() => true));
  diskWarnings?.onChange(() => notifyAll(() => true));

  return {
    add: (link, agentId) =>
      void links.set(link, { agentId, isHeld: true, isWanted: false, lastAtMs: -pauseMs, wake: null }),
    release(link) {
      const subscription = links.get(link);
      if (subscription === undefined) return;
      subscription.isHeld = false;
      if (subscription.isWanted) notify(link, subscription);
    },
    remove(link) {
      links.get(link)?.wake?.cancel();
      links.delete(link);
    },
  };
}

/** The fields of a channel that desks see, and the agents who see it. */
function shownOfChannel(entry: ChannelEntry | undefined): string {
  if (entry === undefined) return "";
  const { name, kind, enabled, agentIds, bot, widget } = entry.settings;
  const seenBot = bot && [bot.name, bot.photo, bot.providerId];
  const { enabled: hasCalls, balance } = widget?.callback ?? {};
  // The frame does not contain the balance: an administrator's desk reloads it after the notification.
  return JSON.stringify([name, kind, enabled, entry.status, agentIds, seenBot, hasCalls, balance]);
}

const shownOfAgent = (entry: AgentEntry | undefined): string =>
  entry === undefined ? "" : JSON.stringify([entry.profile, entry.isAvailable]);
