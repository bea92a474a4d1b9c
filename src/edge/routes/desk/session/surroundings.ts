import { toDeskAgent } from "../../../../codec/desk/desk.ts";
import type { DeskChannel, DeskDisk, DeskSurroundings, DiskPart } from "../../../../codec/desk/desk-surroundings.ts";
import { toDeskChannel, toDeskColleague } from "../../../../codec/desk/desk-surroundings.ts";
import type { Limits } from "../../../../config/limits.ts";
import type { Departments } from "../../../../domain/agent/departments.ts";
import { signatureOf } from "../../../../domain/bot/bot-inbox.ts";
import type { BotProviders } from "../../../../domain/bot/providers.ts";
import type { ChannelEntry, ChannelViewer, Directory } from "../../../../domain/directory.ts";
import { seesAllChannels } from "../../../../domain/directory.ts";
import type { Feed } from "../../../../domain/feed/feed.ts";
import type { WaitingSetting } from "../../../../domain/waiting-limits.ts";
import type { Telephony } from "../../../../ports/telephony.ts";
import type { DiskWarnings, FloorName } from "../../../limits/disk-floors.ts";
import type { DeskSockets } from "../../../sockets/desk/desk-sockets.ts";

interface SurroundingsSources {
  readonly feed: Pick<Feed, "cursor">;
  readonly sockets: Pick<DeskSockets, "accessMarkOf">;
  readonly directory: Directory;
  readonly departments: Departments;
  readonly providers: BotProviders;
  readonly telephony: Telephony;
  readonly limits: Limits;
  readonly publicUrl: () => string;
  readonly waiting: WaitingSetting;
  /** Absent if nothing is stored on a disk. */
  readonly diskWarnings: DiskWarnings | undefined;
}

/**
 * Returns the surroundings of an agent for `GET /api/session`: all channels, agents and departments for administrators. Other
 * agents get their channels, the agents of these channels, and the departments of these agents. No secret of a channel is
 * included. Source: AUTH-14, AUTH-15.
 */
export function readSurroundings(sources: SurroundingsSources, viewer: ChannelViewer): DeskSurroundings {
  const { directory } = sources;
  const isAdministrator = seesAllChannels(viewer);
  const channels = directory.channels().filter(({ settings }) => directory.canSee(viewer, settings.id));
  const colleagueIds = new Set([viewer.id, ...channels.flatMap(({ settings }) => settings.agentIds)]);
  const agents = directory.agents().filter((agent) => isAdministrator || colleagueIds.has(agent.profile.id));
  const known = new Set(agents.flatMap((agent) => agent.profile.departmentIds));
  const departments = sources.departments.list().filter(({ id }) => isAdministrator || known.has(id));
  return {
    cursor: sources.feed.cursor,
    access: sources.sockets.accessMarkOf(viewer.id),
    agent: toDeskAgent(viewer),
    channels: channels.map((entry) => showChannel(sources, entry)).sort((left, right) => (left.id < right.id ? -1 : 1)),
    agents: agents
      .map((agent) => toDeskColleague(agent.profile, agent.isAvailable))
      .sort((left, right) => left.id - right.id),
    departments,
    telephony: sources.telephony.isConfigured,
    publicUrl: sources.publicUrl(),
    waiting: sources.waiting.now(),
    ...diskNews(sources, isAdministrator),
  };
}

const diskPartOf: Readonly<Record<FloorName, DiskPart>> = {
  filesFreeBytesMin: "files",
  chatsFreeBytesMin: "chats",
  messagesFreeBytesMin: "messages",
};

/**
 * Reports a shortage of disk space. Administrators always get it; other agents only when something is refused, because they
 * cannot free space.
 */
function diskNews({ diskWarnings }: SurroundingsSources, isAdministrator: boolean): { readonly disk?: DeskDisk } {
  const shortage = diskWarnings?.shortage() ?? null;
  if (shortage === null || (shortage.refused.length === 0 && !isAdministrator)) return {};
  const { refused, next } = shortage;
  const nextPart = next && { what: diskPartOf[next.limit], belowBytes: next.belowBytes };
  return { disk: { refused: refused.map((name) => diskPartOf[name]), next: nextPart } };
}

function showChannel(
  { providers, telephony, limits: { uploadBytesMax } }: SurroundingsSources,
  { settings, status }: ChannelEntry,
): DeskChannel {
  const bot = settings.bot === null ? null : signatureOf(settings.bot, providers);
  return toDeskChannel(settings, {
    status,
    bot: bot === null ? null : { name: bot.name, photo: bot.photo },
    hasTelephony: telephony.isConfigured,
    uploadBytesMax,
  });
}
