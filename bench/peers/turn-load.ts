import type { TurnOrder, TurnReport } from "../load/clients/turns.ts";
import { replyTo, turnText } from "../load/clients/turns.ts";
import { Latencies } from "../load/open-loop/latencies.ts";
import { createArrivals, Pace } from "../load/open-loop/pace.ts";
import type { Poster } from "./poster.ts";
import { createPoster } from "./poster.ts";

/** What the service posts to the customer system. */
export interface Reply {
  readonly recipient: { readonly id: string };
  readonly message: { readonly id: string; readonly text: string };
}

interface Customer {
  readonly name: string;
  sent: number;
  answered: number;
  /** When the turn was due. */
  dueAtMs: number;
  isUnderWay: boolean;
  /** The awaited reply; `null` when it has arrived. */
  awaited: string | null;
  isAnswered: boolean;
  lastReplyId: string | null;
}

const mistakesShown = 10;

/** Takes the turns of one order: one at a time for each customer. The customer who has waited longest is next. */
export class TurnLoad {
  readonly #order: TurnOrder;
  readonly #poster: Poster;
  readonly #customers: readonly Customer[];
  readonly #byName: ReadonlyMap<string, Customer>;
  /** Customers without a turn in progress, from `#first` on. */
  #idle: Customer[];
  #first = 0;
  readonly #latencies = new Latencies();
  readonly #failures: Record<string, number> = {};
  readonly #mistakes: string[] = [];
  #underWay = 0;
  #ended = 0;
  #repeated = 0;
  #endedInTime = 0;
  #isOver = false;
  #finish: (() => void) | null = null;
  /** Set when turns begin by a schedule. */
  #pace: Pace | null = null;

  constructor(order: TurnOrder) {
    this.#order = order;
    this.#poster = createPoster(order.url, order.connections);
    this.#customers = Array.from({ length: order.senders }, (_, at) => newCustomer(`c${at}`));
    this.#byName = new Map(this.#customers.map((customer) => [customer.name, customer]));
    this.#idle = [...this.#customers];
  }

  async run(): Promise<TurnReport> {
    const { pace, seconds, drainMs } = this.#order;
    const untilMs = performance.now() + seconds * 1000;
    if ("atOnce" in pace) for (let begun = 0; begun < pace.atOnce; begun += 1) this.#beginNext(performance.now());
    else this.#pace = this.#createPace(pace);
    await this.#pace?.keepUntil(untilMs);
    await after(untilMs - performance.now());
    this.#isOver = true;
    await this.#pace?.keepUntil(untilMs + drainMs);
    const gaveUpAtMs = performance.now();
    this.#pace?.giveUp(gaveUpAtMs, (dueAtMs) => this.#latencies.note(gaveUpAtMs - dueAtMs));
    await Promise.race([after(drainMs), new Promise<void>((resolve) => this.#finishWith(resolve))]);
    await this.#poster.close();
    return this.#report();
  }

  /** Takes a reply that has arrived. */
  take({ recipient, message }: Reply): void {
    const customer = this.#byName.get(recipient.id);
    if (customer === undefined) this.#note(`a reply for ${recipient.id}, who never wrote`);
    else if (message.id === customer.lastReplyId) this.#repeated += 1;
    else if (message.text === customer.awaited) this.#hear(customer, message);
    else this.#note(`a reply for ${customer.name}: expected "${customer.awaited ?? "none"}", got "${message.text}"`);
  }

  #hear(customer: Customer, message: Reply["message"]): void {
    customer.lastReplyId = message.id;
    customer.awaited = null;
    this.#ended += 1;
    this.#latencies.note(performance.now() - customer.dueAtMs);
    if (customer.isAnswered) this.#end(customer);
  }

  #createPace({ perSecond, arrivals = "even" }: Extract<TurnOrder["pace"], { perSecond: number }>): Pace {
    const { seconds, run } = this.#order;
    const order = { kind: arrivals, fromMs: performance.now(), seconds, perSecond, seed: run };
    return new Pace(createArrivals(order), (dueAtMs) => this.#beginNext(dueAtMs));
  }

  #beginNext(dueAtMs: number): boolean {
    const customer = this.#idle[this.#first];
    if (customer === undefined) return false;
    this.#first += 1;
    if (this.#first > this.#customers.length) {
      this.#idle = this.#idle.slice(this.#first);
      this.#first = 0;
    }
    this.#begin(customer, dueAtMs);
    return true;
  }

  #begin(customer: Customer, dueAtMs: number): void {
    const { name, sent } = customer;
    const text = turnText(this.#order.run, name, sent);
    customer.sent += 1;
    customer.awaited = replyTo(text);
    customer.isAnswered = false;
    customer.dueAtMs = dueAtMs;
    customer.isUnderWay = true;
    this.#underWay += 1;
    const body = `{"sender":{"id":"${name}","name":"Client ${name}"},"message":{"type":"text","text":"${text}"}}`;
    this.#poster.post(this.#order.path, body, (status) => this.#answer(customer, status));
  }

  #answer(customer: Customer, status: number | null): void {
    if (status !== 200) {
      // The outcome is unknown, so this customer writes no more.
      const name = String(status ?? "none");
      this.#failures[name] = (this.#failures[name] ?? 0) + 1;
      this.#leave(customer);
      return;
    }
    customer.answered += 1;
    customer.isAnswered = true;
    // The reply may arrive before the answer to the customer's request.
    if (customer.awaited === null) this.#end(customer);
  }

  #end(customer: Customer): void {
    this.#idle.push(customer);
    if (!this.#isOver) this.#endedInTime += 1;
    this.#leave(customer);
    if (this.#pace !== null) this.#pace.catchUp();
    else if (!this.#isOver) this.#beginNext(performance.now());
  }

  #leave(customer: Customer): void {
    customer.isUnderWay = false;
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#finish?.();
  }

  #finishWith(resolve: () => void): void {
    if (this.#underWay === 0) resolve();
    else this.#finish = resolve;
  }

  #note(mistake: string): void {
    if (this.#mistakes.length < mistakesShown) this.#mistakes.push(mistake);
  }

  #report(): TurnReport {
    const nowMs = performance.now();
    for (const { isUnderWay, dueAtMs } of this.#customers) if (isUnderWay) this.#latencies.note(nowMs - dueAtMs);
    return {
      ended: this.#ended,
      perSecond: this.#endedInTime / this.#order.seconds,
      ...this.#latencies.percentiles(),
      ...(this.#pace === null ? {} : { pace: this.#pace.report() }),
      unended: this.#underWay,
      repeated: this.#repeated,
      failures: this.#failures,
      mistakes: this.#mistakes,
      sentBySender: this.#customers.map(({ sent }) => sent),
      answeredBySender: this.#customers.map(({ answered }) => answered),
    };
  }
}

const newCustomer = (name: string): Customer => ({
  name,
  sent: 0,
  answered: 0,
  dueAtMs: 0,
  isUnderWay: false,
  awaited: null,
  isAnswered: false,
  lastReplyId: null,
});

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
