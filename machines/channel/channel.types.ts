import type { RefuseEffect, TellEffect } from "../effects.ts";
import type { AgentId, ChannelId } from "../ids.ts";
import type {
  AgentPresenceChanged,
  CallbackAnswered,
  ChannelAssigned,
  ChannelUnassigned,
  WebhookEventName,
} from "../tells.ts";

/** A secret that proves the sender of requests, in the form of Standard Webhooks. Source: WH-40, AUTH-17, AUTH-18. */
export interface SigningSecrets {
  /** `whsec_` and base64; `null`: requests are not signed. A secret. */
  readonly signingSecret: string | null;
  /** The secret before the last change, and until when it counts beside the present one. A secret. */
  readonly previousSecret: { readonly secret: string; readonly untilMs: number } | null;
}

/** The channel record. Its own secrets sign what goes to the customer system. Source: CH-05, AUTH-17. */
export interface ChannelSettings extends SigningSecrets {
  readonly id: ChannelId;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly random: string;
  /** The customer system's endpoint; `""` for a widget, which shows messages itself. */
  readonly webhookUrl: string;
  readonly chunked: boolean;
  readonly agentIds: readonly AgentId[];
  readonly enabled: boolean;
  /** A channel to try things on: its chats are kept apart, and faults happen on request. Source: CH-61. */
  readonly isTest: boolean;
  readonly appendPublicId: boolean;
  readonly strictAnswers: boolean;
  readonly hiddenErrorCodes: readonly string[];
  readonly agentKeywords: readonly string[];
  /** How long the agents have to accept a chat of the bot. Source: BOT-45. */
  readonly acceptTimeoutMs: number;
  /** `null` without a bot. Source: BOT-01. */
  readonly bot: BotSettings | null;
  /** `null`: the owner's server receives no events. Source: WH-01. */
  readonly webhooks: WebhookSettings | null;
  /** Recipients of the log of each closed chat by mail. Source: WH-27. */
  readonly chatLogEmails: readonly string[];
  /**
   * What the customer system signs its messages with. It is never the secret of the other direction: the bodies of both look alike, so that
   * a message of the service could be sent back to the service. Source: AUTH-18.
   */
  readonly incoming: SigningSecrets;
  /** Whether messages of the customer system must be signed. Only with a secret for them. Source: AUTH-18. */
  readonly requireSignature: boolean;
  /** `null` on a channel of the chat API. */
  readonly widget: WidgetSettings | null;
}

/** The target of developer webhooks. Source: WH-01, WH-40. */
export interface WebhookSettings extends SigningSecrets {
  /** `""`: only the endpoints get events. */
  readonly url: string;
  readonly endpoints: readonly WebhookEndpoint[];
}

/** One more receiver of a channel's events. Source: WH-43. */
export interface WebhookEndpoint extends SigningSecrets {
  /** Unique in its channel. */
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  /** It gets no event while it is paused. */
  readonly paused: boolean;
  /** The events of a chat wait for the one before, also while it is retried, for `orderedWaitMs` at most. Source: WH-45. */
  readonly ordered: boolean;
  readonly orderedWaitMs: number;
}

export interface WidgetSettings {
  /** Web sites that may embed the widget; any when empty. */
  readonly allowedOrigins: readonly string[];
  /** Domains to which links of custom data may lead. Source: WJ-21. */
  readonly safeUrls: readonly string[];
  readonly callback: CallbackSettings;
  readonly look: WidgetLook;
  /** Whether the contacts form is offered after the visitor's first message. Source: WJ-36. */
  readonly contactsForm: boolean;
  /** Whether the form is offered before the first message too. Nothing without `contactsForm`. Source: WJ-56. */
  readonly contactsFirst: boolean;
  /** Whether the window opens on a screen with a greeting, the agents and earlier conversations. Source: WJ-57. */
  readonly home: boolean;
  /** What the home offers to say to the channel's bot. */
  readonly suggestions: readonly string[];
  /** `null`: no visitor can prove who they are. Source: WJ-47. */
  readonly identity: IdentitySettings | null;
}

/** What the tokens of visitors are verified with. At least one of `secret` and `jwksUrl` is set. Source: WJ-48, WJ-50. */
export interface IdentitySettings {
  /** For HS256. A secret. */
  readonly secret: string | null;
  /** The secret before the last change, and until when it verifies tokens beside the present one. A secret. */
  readonly previousSecret: { readonly secret: string; readonly untilMs: number } | null;
  /** The address of the public keys for RS256 and ES256. */
  readonly jwksUrl: string | null;
}

/** The look and sound of a widget. */
export interface WidgetLook {
  /** `#rrggbb`; `null`: the widget's own. */
  readonly color: string | null;
  readonly position: "left" | "right";
  /** One of the widget's languages; `null`: the language of the visitor's browser. */
  readonly language: string | null;
  /** In the header of the window while no agent has the chat. */
  readonly title: string | null;
  /** Below the title. */
  readonly greeting: string | null;
  /** Whether a new message plays a sound unless the visitor switches it off. */
  readonly sound: boolean;
}

/** Calls that visitors ask for. Source: WJ-27, CALL-10. */
export interface CallbackSettings {
  readonly enabled: boolean;
  /** How many answered callbacks are left. */
  readonly balance: number;
  /** When callbacks may be requested; always when empty. */
  readonly hours: readonly CallbackHours[];
  /** IANA name of the time zone of `hours`. */
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

/** A bot that is connected to a channel. Its secrets sign the events that it gets. Source: BOT-03, BOT-04, BOT-06, AUTH-08, AUTH-17. */
export interface BotSettings extends SigningSecrets {
  readonly providerId: string;
  readonly endpoint: string;
  /** Generated by the provider; with its id it identifies the bot. A secret. */
  readonly token: string;
  /** The name that clients see; the provider's name when `null`. Source: CH-39. */
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
  /** Agents with a live desk connection that are set available, assigned to the channel or not. */
  readonly availableAgentIds: readonly AgentId[];
  /** The last call balance in the config file; `null` when there never was one. */
  readonly declaredBalance: number | null;
}

/** The settings were written, by the configuration file or an administrator. Also creates the channel. */
export interface ChannelConfigured {
  readonly type: "channel.configured";
  readonly settings: ChannelSettings;
  /**
   * Which call balance counts; absent, the one in `settings`. `kept`: the writer gave none, so that the channel's own stays. `declared`: it
   * is from the config file, and counts when it differs from the last one there.
   */
  readonly balance?: "kept" | "declared";
}

/** An administrator removed the channel; its record stays for its chats. Source: CH-14. */
export interface ChannelRemoved {
  readonly type: "channel.removed";
}

export type ChannelEvent = ChannelConfigured | ChannelRemoved | CallbackAnswered | AgentPresenceChanged;

/** The edge's answers for this channel from now on. Source: CH-11 to CH-14. */
export interface PublishChannelEffect {
  readonly type: "effect.channel.publish";
  readonly settings: ChannelSettings;
  readonly status: 0 | 1;
  readonly isRemoved: boolean;
}

export type ChannelEffect = PublishChannelEffect | RefuseEffect | TellEffect<ChannelAssigned | ChannelUnassigned>;
