/** All events from outside during one walk, as plain data. An event that is left out does not happen. */
export interface Walk {
  readonly seed: number;
  /** The delay of every deadline and timeout. */
  readonly latenessMs: number;
  readonly happenings: readonly Happening[];
  /** The answers to the attempts, in the order of the attempts. An attempt after the last answer succeeds at once. */
  readonly botAnswers: readonly Answer[];
  readonly customerAnswers: readonly Answer[];
}

export interface Happening {
  /** The time since the previous happening. */
  readonly afterMs: number;
  readonly what: What;
}

export type Provider = "acme-bots" | "rival-bots";

/** One of the two agents. */
export type Who = "kim" | "lee";

export type What =
  | { readonly kind: "write"; readonly wantsAgent: boolean }
  | { readonly kind: "click"; readonly index: number }
  | BotPosts
  | { readonly kind: "presence"; readonly who: Who; readonly isAvailable: boolean }
  | { readonly kind: "accept" | "reply" | "close" | "reopen" | "agent leaves"; readonly who: Who }
  | { readonly kind: "transfer"; readonly who: Who; readonly isAdministrator: boolean }
  | { readonly kind: "blacklist"; readonly who: Who; readonly isBlacklisted: boolean }
  | { readonly kind: "resend"; readonly index: number }
  | { readonly kind: "channel"; readonly isEnabled: boolean }
  /** Another provider's bot is connected, or no bot. The chats of the previous bot are moved a little later. */
  | { readonly kind: "bot"; readonly provider: Provider | null; readonly movesAfterMs: number }
  | { readonly kind: "kill"; readonly downMs: number }
  /** The next event that needs this many steps is undone in the last step. */
  | { readonly kind: "defect"; readonly atStep: number }
  /** The process crashes in the middle of its next step. */
  | { readonly kind: "crash"; readonly at: "before commit" | "before release"; readonly downMs: number };

/** An event of the bot. An event with the same `id` and the same body is the bot's own repeat. */
export type BotPosts =
  | { readonly kind: "bot writes"; readonly id: number | null; readonly shape: "text" | "buttons" | "no fallback" }
  | { readonly kind: "bot invites"; readonly id: number | null };

/** How a bot or a customer system responds to one attempt. */
export interface Answer {
  /** `late`: the response arrives after the timeout, when the service has stopped waiting for it. */
  readonly kind: "ok" | "failure" | "never" | "late";
  readonly afterMs: number;
  /** The outcome is reported twice. */
  readonly isRepeated: boolean;
  /** The events that the bot posts because of the attempt, before or after its response. */
  readonly posts: readonly { readonly afterMs: number; readonly what: BotPosts }[];
}
