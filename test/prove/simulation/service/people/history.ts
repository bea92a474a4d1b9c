import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { OutsideRequest } from "../network/simulated-network.ts";

/** A text that the service accepted. */
export interface Taken {
  readonly who: string;
  readonly text: string;
  readonly askedAtMs: number;
  readonly takenAtMs: number;
}

/** A request to a server outside. */
interface Sent {
  readonly sentAtMs: number;
  /** When the service had the response; `null` when it never had. */
  heardAtMs: number | null;
}

/** A request to a customer system, with a message of a chat. */
export interface ShopRequest extends Sent {
  /** How the customer system treated the request. Only `ok` accepts the message. */
  readonly deed: string;
  readonly process: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly text: string;
}

/** An event that a bot received. */
export interface BotRequest extends Sent {
  readonly process: string;
  readonly id: string;
  readonly chatId: string;
  readonly what: string;
  readonly body: string;
  /** The result of the request. Only `ok` is a success. */
  readonly outcome: "ok" | "failed";
}

/** A request to the owner's server. */
export interface OwnerRequest extends Sent {
  readonly process: string;
  readonly id: string;
  readonly attempt: number;
  readonly event: string;
  readonly chatId: number | null;
  readonly body: string;
  readonly outcome: "ok" | "failed";
}

/** A chat as a desk received it. */
export interface ChatSeen {
  readonly atMs: number;
  readonly agent: string;
  readonly chatId: string;
  readonly state: string;
}

/** The response to a customer system that asked whether agents are online. */
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

/** Everything that was visible from outside, in order. The laws check this history, and two runs are compared by it. */
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
  /** Violations that were seen while they happened. */
  readonly surprises: string[] = [];
  /** By chat, the time when the service confirmed to an agent that the client is on the blacklist. */
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

  /** Notes when the service has the response to this request. */
  awaitHeard<Request extends Sent>(request: Request, { onHeard }: OutsideRequest): Request {
    onHeard(() => {
      request.heardAtMs = this.#time.nowMs;
    });
    return request;
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
