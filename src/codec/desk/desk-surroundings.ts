import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { DeskAgent } from "./desk.ts";

/** A channel as every agent on it sees it. It contains no secrets. Source: AUTH-14. */
export interface DeskChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: "api" | "widget";
  /** The answer of the status query. */
  readonly status: 0 | 1;
  readonly enabled: boolean;
  readonly hasBot: boolean;
  /** The bot as clients see it; null if there is no bot. */
  readonly bot: { readonly name: string; readonly photo: string | null } | null;
  /** Whether visitors can ask for a call: the widget offers calls, and there is a call gateway. */
  readonly callback: boolean;
  readonly limits: { readonly uploadBytesMax: number };
}

/** An agent as the others see it. */
export interface DeskColleague {
  readonly id: number;
  readonly name: string;
  readonly photo: string | null;
  /** True if the agent has a connected desk and has set itself available. */
  readonly available: boolean;
  readonly departments: readonly number[];
}

/** What is rejected when the disk is nearly full, in this order: files, new chats, and finally all messages of clients. */
export const diskParts = ["files", "chats", "messages"] as const;
export type DiskPart = (typeof diskParts)[number];

/** The parts that are rejected because the disk is nearly full. */
export interface DeskDisk {
  readonly refused: readonly DiskPart[];
  /** The part that is rejected next, if less space than this is free; null if everything is rejected already. */
  readonly next: { readonly what: DiskPart; readonly belowBytes: number } | null;
}

/** The colleagues, channels and settings that an agent works with, as `GET /api/session` answers them. */
export interface DeskSurroundings {
  readonly agent: DeskAgent;
  readonly channels: readonly DeskChannel[];
  readonly agents: readonly DeskColleague[];
  readonly departments: readonly { readonly id: number; readonly name: string }[];
  /** Whether there is a call gateway. Without a gateway, no calls are possible. */
  readonly telephony: boolean;
  /** Scheme, host and port of the service's public address. */
  readonly publicUrl: string;
  /** Present while the disk is getting full: for administrators before anything is rejected, for others only after that. */
  readonly disk?: DeskDisk;
  /** The service made the password. The agent gets no other data until the password is changed. */
  readonly passwordMustChange?: true;
}

/** Facts about a channel that are not in its settings. */
export interface ChannelFacts {
  readonly status: 0 | 1;
  readonly bot: DeskChannel["bot"];
  readonly hasTelephony: boolean;
  readonly uploadBytesMax: number;
}

export function toDeskChannel(settings: ChannelSettings, facts: ChannelFacts): DeskChannel {
  const { id, name, kind, enabled, widget } = settings;
  const { status, bot, hasTelephony, uploadBytesMax } = facts;
  return {
    id,
    name,
    kind,
    status,
    enabled,
    hasBot: bot !== null,
    bot,
    callback: hasTelephony && widget?.callback.enabled === true,
    limits: { uploadBytesMax },
  };
}

export const toDeskColleague = (
  { id, name, photo, departmentIds }: AgentProfile,
  isAvailable: boolean,
): DeskColleague => ({ id, name, photo, available: isAvailable, departments: departmentIds });
