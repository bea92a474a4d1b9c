import type { AgentProfile } from "../../../../../machines/agent/agent.machine.ts";
import { toDeskAgent } from "../../../../codec/desk/desk.ts";
import type { DeskChannel, DeskDisk, DeskSurroundings, DiskPart } from "../../../../codec/desk/desk-surroundings.ts";
import { toDeskChannel, toDeskColleague } from "../../../../codec/desk/desk-surroundings.ts";
import { signatureOf } from "../../../../domain/bot/bot-inbox.ts";
import type { ChannelEntry } from "../../../../domain/directory.ts";
import type { FloorName } from "../../../limits/disk-floors.ts";
import type { DeskParts } from "../desk-parts.ts";

type SurroundingsParts = Pick<DeskParts, "runtime" | "telephony" | "limits" | "publicUrl" | "diskWarnings">;

/**
 * Returns the surroundings of an agent for `GET /api/session`: all channels, agents and departments for administrators. Other
 * agents get their channels, the agents of these channels, and the departments of these agents. No secret of a channel is
 * included. Source: AUTH-14, AUTH-15.
 */
export function readSurroundings(desk: SurroundingsParts, profile: AgentProfile): DeskSurroundings {
  const { directory } = desk.runtime;
  const isAdministrator = profile.role === "admin";
  const channels = directory.channels().filter(({ settings }) => directory.canSee(profile, settings.id));
  const colleagueIds = new Set([profile.id, ...channels.flatMap(({ settings }) => settings.agentIds)]);
  const agents = directory.agents().filter((agent) => isAdministrator || colleagueIds.has(agent.profile.id));
  const known = new Set(agents.flatMap((agent) => agent.profile.departmentIds));
  const departments = desk.runtime.departments.list().filter(({ id }) => isAdministrator || known.has(id));
  return {
    agent: toDeskAgent(profile),
    channels: channels.map((entry) => showChannel(desk, entry)).sort((left, right) => (left.id < right.id ? -1 : 1)),
    agents: agents
      .map((agent) => toDeskColleague(agent.profile, agent.isAvailable))
      .sort((left, right) => left.id - right.id),
    departments,
    telephony: desk.telephony.isConfigured,
    publicUrl: desk.publicUrl(),
    ...diskNews(desk, isAdministrator),
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
function diskNews({ diskWarnings }: SurroundingsParts, isAdministrator: boolean): { readonly disk?: DeskDisk } {
  const shortage = diskWarnings?.shortage() ?? null;
  if (shortage === null || (shortage.refused.length === 0 && !isAdministrator)) return {};
  const { refused, next } = shortage;
  const nextPart = next && { what: diskPartOf[next.limit], belowBytes: next.belowBytes };
  return { disk: { refused: refused.map((name) => diskPartOf[name]), next: nextPart } };
}

function showChannel(
  { runtime, telephony, limits: { uploadBytesMax } }: SurroundingsParts,
  { settings, status }: ChannelEntry,
): DeskChannel {
  const bot = settings.bot === null ? null : signatureOf(settings.bot, runtime.providers);
  return toDeskChannel(settings, {
    status,
    bot: bot === null ? null : { name: bot.name, photo: bot.photo },
    hasTelephony: telephony.isConfigured,
    uploadBytesMax,
  });
}
