import type { AgentProfile } from "../../../machines/agent/agent.types.ts";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { DeskAgent } from "./desk.ts";

/** A channel as every agent on it sees it: nothing of it is a secret. Source: AUTH-14. */
export interface DeskChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: "api" | "widget";
  /** What the status query answers. */
  readonly status: 0 | 1;
  readonly enabled: boolean;
  readonly hasBot: boolean;
  /** As clients see it; null without one. */
  readonly bot: { readonly name: string; readonly photo: string | null } | null;
  /** Whether visitors can ask to be called: the widget offers it, and there is a call gateway. */
  readonly callback: boolean;
  readonly limits: { readonly uploadBytesMax: number };
}

/** An agent as the others see it. */
export interface DeskColleague {
  readonly id: number;
  readonly name: string;
  readonly photo: string | null;
  /** Has a live desk and is set available. */
  readonly available: boolean;
  readonly departments: readonly number[];
}

/** What a nearly full disk takes from people: files, chats that begin, and at last all that clients send. */
export const diskParts = ["files", "chats", "messages"] as const;
export type DiskPart = (typeof diskParts)[number];

/** What is refused because the disk is nearly full. */
export interface DeskDisk {
  readonly refused: readonly DiskPart[];
  /** What will be, with less than so much free; null when there is nothing left to refuse. */
  readonly next: { readonly what: DiskPart; readonly belowBytes: number } | null;
}

/** Whom and what an agent works with, as `GET /api/session` answers it. */
export interface DeskSurroundings {
  readonly agent: DeskAgent;
  readonly channels: readonly DeskChannel[];
  readonly agents: readonly DeskColleague[];
  readonly departments: readonly { readonly id: number; readonly name: string }[];
  /** Whether there is a call gateway: without one nobody can be called. */
  readonly telephony: boolean;
  /** Scheme, host and port under which the service is reached. */
  readonly publicUrl: string;
  /** There while the disk gets full: for administrators before something is refused, for others from then on. */
  readonly disk?: DeskDisk;
  /** The password was made by the service: there is no more to be had before it is changed. */
  readonly passwordMustChange?: true;
}

/** What the settings of a channel do not tell. */
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
