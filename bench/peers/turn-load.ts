import type { TurnOrder, TurnReport } from "../load/clients/turns.ts";
import { replyTo, turnText } from "../load/clients/turns.ts";
import { percentile } from "../load/figures/statistics.ts";
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
  begunAtMs: number;
  /** The reply that is awaited; `null` when it has come. */
  awaited: string | null;
  isAnswered: boolean;
  lastReplyId: string | null;
}

const paceEveryMs = 1;
const mistakesShown = 10;

/** Takes the turns of one order: one at a time for each customer, the one who has waited longest next. */
export class TurnLoad {
  readonly #order: TurnOrder;
  readonly #poster: Poster;
  readonly #customers: readonly Customer[];
  readonly #byName: ReadonlyMap<string, Customer>;
  /** Customers between two turns, from `#first` on. */
  #idle: Customer[];
  #first = 0;
  readonly #timesMs: number[] = [];
  readonly #failures: Record<string, number> = {};
  readonly #mistakes: string[] = [];
  #underWay = 0;
  #begun = 0;
  #repeated = 0;
  #endedInTime = 0;
  #isOver = false;
  #finish: (() => void) | null = null;

  constructor(order: TurnOrder) {
    this.#order = order;
    this.#poster = createPoster(order.url, order.connections);
    this.#customers = Array.from({ length: order.senders }, (_, at) => newCustomer(`c${at}`));
    this.#byName = new Map(this.#customers.map((customer) => [customer.name, customer]));
    this.#idle = [...this.#customers];
  }

  async run(): Promise<TurnReport> {
    const { pace, seconds, drainMs } = this.#order;
    const startedAtMs = performance.now();
    const due = (): number =>
      "perSecond" in pace ? Math.floor(((performance.now() - startedAtMs) / 1000) * pace.perSecond) : 0;
    const timer = setInterval(() => {
      while (this.#begun < due() && this.#beginNext());
    }, paceEveryMs);
    for (let begun = 0; "atOnce" in pace && begun < pace.atOnce; begun += 1) this.#beginNext();
    await after(seconds * 1000);
    clearInterval(timer);
    this.#isOver = true;
    await Promise.race([after(drainMs), new Promise<void>((resolve) => this.#finishWith(resolve))]);
    await this.#poster.close();
    return this.#report();
  }

  /** A reply has arrived. */
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
    this.#timesMs.push(performance.now() - customer.begunAtMs);
    if (customer.isAnswered) this.#end(customer);
  }

  #beginNext(): boolean {
    const customer = this.#idle[this.#first];
    if (customer === undefined) return false;
    this.#first += 1;
    if (this.#first > this.#customers.length) {
      this.#idle = this.#idle.slice(this.#first);
      this.#first = 0;
    }
    this.#begin(customer);
    return true;
  }

  #begin(customer: Customer): void {
    const { name, sent } = customer;
    const text = turnText(this.#order.run, name, sent);
    customer.sent += 1;
    customer.awaited = replyTo(text);
    customer.isAnswered = false;
    this.#begun += 1;
    this.#underWay += 1;
    const body = `{"sender":{"id":"${name}","name":"Client ${name}"},"message":{"type":"text","text":"${text}"}}`;
    customer.begunAtMs = performance.now();
    this.#poster.post(this.#order.path, body, (status) => this.#answer(customer, status));
  }

  #answer(customer: Customer, status: number | null): void {
    if (status !== 200) {
      // Whether it was taken is not known: this customer writes no more.
      const name = String(status ?? "none");
      this.#failures[name] = (this.#failures[name] ?? 0) + 1;
      this.#leave();
      return;
    }
    customer.answered += 1;
    customer.isAnswered = true;
    // The reply may overtake the answer.
    if (customer.awaited === null) this.#end(customer);
  }

  #end(customer: Customer): void {
    this.#idle.push(customer);
    if (!this.#isOver) this.#endedInTime += 1;
    this.#leave();
    if (!this.#isOver && "atOnce" in this.#order.pace) this.#beginNext();
  }

  #leave(): void {
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
    return {
      ended: this.#timesMs.length,
      perSecond: this.#endedInTime / this.#order.seconds,
      p50Ms: percentile(this.#timesMs, 0.5),
      p99Ms: percentile(this.#timesMs, 0.99),
      maxMs: percentile(this.#timesMs, 1),
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
  begunAtMs: 0,
  awaited: null,
  isAnswered: false,
  lastReplyId: null,
});

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
