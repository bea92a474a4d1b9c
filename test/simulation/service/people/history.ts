import type { SimulatedTime } from "../loop/simulated-time.ts";

/** A text that somebody was told is taken. */
export interface Taken {
  readonly who: string;
  readonly text: string;
  readonly askedAtMs: number;
  readonly takenAtMs: number;
}

/** A request to a customer system, with a message of a chat. */
export interface ShopRequest {
  readonly sentAtMs: number;
  /** What the customer system did with it: `ok` alone takes it. */
  readonly deed: string;
  readonly process: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly text: string;
}

/** An event that a bot was told. */
export interface BotRequest {
  readonly sentAtMs: number;
  readonly process: string;
  readonly id: string;
  readonly chatId: string;
  readonly what: string;
  readonly body: string;
  /** What the bot made of it: `ok` alone is a success. */
  readonly outcome: "ok" | "failed";
}

/** A request to the owner's server. */
export interface OwnerRequest {
  readonly sentAtMs: number;
  readonly process: string;
  readonly id: string;
  readonly attempt: number;
  readonly event: string;
  readonly chatId: number | null;
  readonly body: string;
  readonly outcome: "ok" | "failed";
}

/** A chat as a desk was shown it. */
export interface ChatSeen {
  readonly atMs: number;
  readonly agent: string;
  readonly chatId: string;
  readonly state: string;
}

/** What a customer system was answered that asked whether agents are there. */
export interface StatusAnswer {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
  readonly status: string;
}

export interface Outage {
  readonly fromMs: number;
  untilMs: number;
  readonly what: string;
}

/** Everything that was seen from outside, in order: what the laws are held against, and what a run is compared by. */
export class History {
  readonly lines: string[] = [];
  readonly said: Taken[] = [];
  readonly replied: (Taken & { readonly chatId: string; readonly messageId: string })[] = [];
  readonly botSaid: (Taken & { readonly chatId: string })[] = [];
  readonly accepted: { readonly agent: string; readonly chatId: string; readonly atMs: number }[] = [];
  readonly shop: ShopRequest[] = [];
  readonly bot: BotRequest[] = [];
  readonly owner: OwnerRequest[] = [];
  readonly chatsSeen: ChatSeen[] = [];
  readonly statuses: StatusAnswer[] = [];
  readonly outages: Outage[] = [];
  /** What no rule allows, seen while it happened. */
  readonly surprises: string[] = [];
  /** By chat, when an agent was told that its client is on the blacklist. */
  readonly blacklisted = new Map<string, { readonly fromMs: number }>();
  readonly #time: SimulatedTime;
  readonly #startMs: number;

  constructor(time: SimulatedTime) {
    this.#time = time;
    this.#startMs = time.nowMs;
  }

  get nowMs(): number {
    return this.#time.nowMs;
  }

  tell(text: string): void {
    this.lines.push(`${this.at(this.#time.nowMs)} ${text}`);
  }

  at(ms: number): string {
    return `+${((ms - this.#startMs) / 1_000).toFixed(3)}`;
  }

  surprise(text: string): void {
    this.surprises.push(`${this.at(this.#time.nowMs)} ${text}`);
    this.tell(`SURPRISE ${text}`);
  }
}
