import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Sent } from "../schema/frame.ts";
import type { surroundingsAnswer } from "./desk-answer-schemas.ts";

/** The colleagues, channels and settings that an agent works with, as `GET /api/session` answers them. */
export type DeskSurroundings = Sent<typeof surroundingsAnswer>;
/** A channel as every agent on it sees it. It contains no secrets. Source: AUTH-14. */
export type DeskChannel = DeskSurroundings["channels"][number];
/** An agent as the others see it. */
type DeskColleague = DeskSurroundings["agents"][number];
/** The parts that are refused because the disk is nearly full. */
export type DeskDisk = NonNullable<DeskSurroundings["disk"]>;
export type DiskPart = DeskDisk["refused"][number];

/** Facts about a channel that are not in its settings. */
export interface ChannelFacts {
  readonly status: 0 | 1;
  readonly bot: DeskChannel["bot"];
  readonly hasTelephony: boolean;
  readonly uploadBytesMax: number;
}

export function toDeskChannel(settings: ChannelSettings, facts: ChannelFacts): DeskChannel {
  const { id, name, kind, enabled, isTest, widget, agentIds } = settings;
  const { status, bot, hasTelephony, uploadBytesMax } = facts;
  return {
    id,
    name,
    kind,
    status,
    enabled,
    test: isTest,
    hasBot: bot !== null,
    bot,
    callback: hasTelephony && widget?.callback.enabled === true,
    agentIds,
    limits: { uploadBytesMax },
  };
}

export const toDeskColleague = (
  { id, name, photo, departmentIds }: AgentProfile,
  isAvailable: boolean,
): DeskColleague => ({ id, name, photo, available: isAvailable, departments: departmentIds });
