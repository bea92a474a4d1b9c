/** Everything that comes from outside during one walk, as plain data: what is left out of it simply does not happen. */
export interface Walk {
  readonly seed: number;
  /** By how much deadlines and time-outs are late. */
  readonly latenessMs: number;
  readonly happenings: readonly Happening[];
  /** For the attempts in their order; an attempt beyond the last one succeeds at once. */
  readonly botAnswers: readonly Answer[];
  readonly customerAnswers: readonly Answer[];
}

export interface Happening {
  /** After the one before. */
  readonly afterMs: number;
  readonly what: What;
}

export type Provider = "acme-bots" | "rival-bots";

/** Which of the two agents. */
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
  /** Another provider's bot, or none; the chats of the one before are moved a little later. */
  | { readonly kind: "bot"; readonly provider: Provider | null; readonly movesAfterMs: number }
  | { readonly kind: "kill"; readonly downMs: number }
  /** The next event that comes to so many steps is undone in the last of them. */
  | { readonly kind: "defect"; readonly atStep: number }
  /** The process dies in the middle of its next step. */
  | { readonly kind: "crash"; readonly at: "before commit" | "before release"; readonly downMs: number };

/** An event of the bot; the same `id` with the same body is its own repeat. */
export type BotPosts =
  | { readonly kind: "bot writes"; readonly id: number | null; readonly shape: "text" | "buttons" | "no fallback" }
  | { readonly kind: "bot invites"; readonly id: number | null };

/** What a bot or a customer system does with one attempt. */
export interface Answer {
  /** `late`: after the time-out, so that nobody waits for it any more. */
  readonly kind: "ok" | "failure" | "never" | "late";
  readonly afterMs: number;
  /** The outcome is told twice. */
  readonly isRepeated: boolean;
  /** What the bot posts because of it, before it answers or after. */
  readonly posts: readonly { readonly afterMs: number; readonly what: BotPosts }[];
}
