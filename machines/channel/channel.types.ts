import type { AgentPresenceChanged } from "../agent/agent.types.ts";
import type { RefuseEffect, TellEffect } from "../effects.ts";
import type { AgentId, CallId, ChannelId } from "../ids.ts";

/** The channel record. Source: CH-05. */
export interface ChannelSettings {
  readonly id: ChannelId;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly random: string;
  /** The customer system's endpoint; `""` for a widget, which shows messages itself. */
  readonly webhookUrl: string;
  readonly chunked: boolean;
  readonly agentIds: readonly AgentId[];
  readonly enabled: boolean;
  readonly appendPublicId: boolean;
  readonly strictAnswers: boolean;
  readonly hiddenErrorCodes: readonly string[];
  readonly agentKeywords: readonly string[];
  /** How long the agents have to accept a chat of the bot. Source: BOT-45. */
  readonly acceptTimeoutMs: number;
  /** `null` without a bot. Source: BOT-01. */
  readonly bot: BotSettings | null;
  /** `null`: the owner's server is told nothing. Source: WH-01. */
  readonly webhooks: WebhookSettings | null;
  /** Who gets the log of each closed chat by mail. Source: WH-27. */
  readonly chatLogEmails: readonly string[];
  /** `null` on a channel of the chat API. */
  readonly widget: WidgetSettings | null;
}

/** Where developer webhooks go. Source: WH-01, WH-40. */
export interface WebhookSettings {
  readonly url: string;
  /** `whsec_` and base64; `null`: events are not signed. A secret. */
  readonly signingSecret: string | null;
  /** What was there before the last change, and until when it signs beside the present one. A secret. */
  readonly previousSecret: { readonly secret: string; readonly untilMs: number } | null;
}

export interface WidgetSettings {
  /** Web sites that may carry the widget; any when empty. */
  readonly allowedOrigins: readonly string[];
  /** Domains that links of custom data may lead to. Source: WJ-21. */
  readonly safeUrls: readonly string[];
  readonly callback: CallbackSettings;
  readonly look: WidgetLook;
  /** Whether the contacts form is offered after the visitor's first message. Source: WJ-36. */
  readonly contactsForm: boolean;
}

/** What visitors see and hear of a widget. */
export interface WidgetLook {
  /** `#rrggbb`; `null`: the widget's own. */
  readonly color: string | null;
  readonly position: "left" | "right";
  /** One of the widget's languages; `null`: the one of the visitor's browser. */
  readonly language: string | null;
  /** In the head of the window while no agent has the chat. */
  readonly title: string | null;
  /** Below the title. */
  readonly greeting: string | null;
  /** Whether a new message sounds unless the visitor switches it off. */
  readonly sound: boolean;
}

/** Calls that visitors ask for. Source: WJ-27, CALL-10. */
export interface CallbackSettings {
  readonly enabled: boolean;
  /** How many answered callbacks are left. */
  readonly balance: number;
  /** When they may be asked for; always when empty. */
  readonly hours: readonly CallbackHours[];
  /** IANA name, of the clock by which `hours` count. */
  readonly timeZone: string;
}
export interface CallbackHours {
  /** 1 is Monday, 7 Sunday. */
  readonly days: readonly number[];
  /** `HH:MM`, included. */
  readonly from: string;
  /** `HH:MM`, excluded; `24:00` is the end of the day. */
  readonly to: string;
}

/** A bot that is connected to a channel. Source: BOT-03, BOT-04, BOT-06, AUTH-08. */
export interface BotSettings {
  readonly providerId: string;
  readonly endpoint: string;
  /** Made by the provider; with its id it finds the bot. A secret. */
  readonly token: string;
  /** What clients see; the provider's name when `null`. Source: CH-39. */
  readonly name: string | null;
  readonly photo: string | null;
  readonly oauth: OauthSettings | null;
}

/** Source: AUTH-08. */
export interface OauthSettings {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** A secret. */
  readonly clientSecret: string;
}

export interface ChannelContext {
  readonly settings: ChannelSettings;
  /** Agents with a live desk connection that are set available, assigned or not. */
  readonly availableAgentIds: readonly AgentId[];
  /** The call balance that the config file said last; `null` when it never said one. */
  readonly declaredBalance: number | null;
}

/** The settings were written, by the configuration file or an administrator. Also creates the channel. */
export interface ChannelConfigured {
  readonly type: "channel.configured";
  readonly settings: ChannelSettings;
  /**
   * Which call balance counts: the one in `settings` when absent. `kept`: nobody spoke of it, the channel's own stays. `declared`: the
   * config file says so, which counts when it said another one before.
   */
  readonly balance?: "kept" | "declared";
}

/** A visitor answered a callback: told by the call, once. Source: CALL-10. */
export interface CallbackAnswered {
  readonly type: "callback.answered";
  readonly callId: CallId;
}

/** An administrator took the channel away; its record stays for the chats it had. Source: CH-14. */
export interface ChannelRemoved {
  readonly type: "channel.removed";
}

export type ChannelEvent = ChannelConfigured | ChannelRemoved | CallbackAnswered | AgentPresenceChanged;

/** Told to an agent when a channel takes it on or lets it go. */
export interface ChannelAssigned {
  readonly type: "channel.assigned";
  readonly channelId: ChannelId;
}
export interface ChannelUnassigned {
  readonly type: "channel.unassigned";
  readonly channelId: ChannelId;
}

/** What the edge answers for this channel from now on. Source: CH-11 to CH-14. */
export interface PublishChannelEffect {
  readonly type: "effect.channel.publish";
  readonly settings: ChannelSettings;
  readonly status: 0 | 1;
  readonly isRemoved: boolean;
}

export type ChannelEffect = PublishChannelEffect | RefuseEffect | TellEffect<ChannelAssigned | ChannelUnassigned>;
