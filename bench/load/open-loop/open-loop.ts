import { setTimeout as delay } from "node:timers/promises";
import { customerMessage } from "../clients/message-load.ts";
import type { Answer } from "./connection.ts";
import { Connection } from "./connection.ts";
import { Latencies } from "./latencies.ts";
import { MessageBook } from "./message-book.ts";
import { createArrivals, Pace } from "./pace.ts";
import type { OpenLoopOrder, OpenLoopReport, PhaseOrder, PhaseReport } from "./run-driver.ts";

/** The figures of the messages that are due within one phase, second by second. */
class Phase {
  readonly #fromMs: number;
  /** No message of this phase begins after this moment. */
  endedAtMs = Number.POSITIVE_INFINITY;
  readonly #latencies: readonly Latencies[];
  readonly #answeredIn: Uint32Array;
  readonly #refusedIn: Uint32Array;
  readonly #answers: Record<string, number> = {};
  #unanswered = 0;

  constructor(fromMs: number, seconds: number) {
    this.#fromMs = fromMs;
    this.#latencies = Array.from({ length: Math.ceil(seconds) }, () => new Latencies());
    this.#answeredIn = new Uint32Array(Math.ceil(seconds));
    this.#refusedIn = new Uint32Array(Math.ceil(seconds));
  }

  noteAnswer(dueAtMs: number, answer: Answer | null): void {
    const nowMs = performance.now();
    this.#secondOf(dueAtMs)?.note(nowMs - dueAtMs);
    const name = answer === null ? "none" : nameOf(answer);
    this.#answers[name] = (this.#answers[name] ?? 0) + 1;
    const second = this.#indexOf(nowMs);
    const counts = answer?.status === 200 ? this.#answeredIn : this.#refusedIn;
    counts[second] = (counts[second] ?? 0) + 1;
  }

  /** Records a due message that was never sent. */
  noteUnbegun(dueAtMs: number, gaveUpAtMs: number): void {
    this.#secondOf(dueAtMs)?.note(gaveUpAtMs - dueAtMs);
  }

  /** Records a sent message that had no answer by then. */
  noteUnanswered(dueAtMs: number, gaveUpAtMs: number): void {
    this.noteUnbegun(dueAtMs, gaveUpAtMs);
    this.#unanswered += 1;
  }

  report(pace: Pace): PhaseReport {
    return {
      pace: pace.report(),
      latency: new Latencies().add(this.#latencies).percentiles(),
      answers: this.#answers,
      unanswered: this.#unanswered,
      seconds: this.#latencies.map((latencies, at) => ({
        answered: this.#answeredIn[at] ?? 0,
        refused: this.#refusedIn[at] ?? 0,
        latency: latencies.percentiles(),
      })),
    };
  }

  #indexOf(atMs: number): number {
    return Math.floor((atMs - this.#fromMs) / 1000);
  }

  #secondOf(dueAtMs: number): Latencies | undefined {
    return this.#latencies[this.#indexOf(dueAtMs)];
  }
}

function nameOf({ status, body }: Answer): string {
  const code = status === 200 ? undefined : /"code":"(\w+)"/.exec(body)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

const openWithinMs = 10_000;
const lookEveryMs = 5;

interface UnderWay {
  readonly phase: Phase;
  readonly dueAtMs: number;
  readonly sender: number;
  readonly lap: number;
}

/** Sends customers' messages by a schedule, whether earlier ones are answered or not. */
export class OpenLoop {
  readonly #order: OpenLoopOrder;
  readonly #book: MessageBook;
  readonly #head: string;
  readonly #connections: readonly Connection[];
  /** Connections take turns, so that the server closes none of them as idle. */
  readonly #free: Connection[] = [];
  readonly #underWay = new Map<Connection, UnderWay>();
  readonly #phases: { readonly phase: Phase; readonly pace: Pace }[] = [];
  #sent = 0;
  #answered = 0;

  constructor(order: OpenLoopOrder) {
    const { hostname, port, host, pathname } = new URL(order.url);
    this.#order = order;
    this.#book = new MessageBook(order.senders);
    this.#head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: `;
    const user = {
      free: (connection: Connection) => {
        this.#free.push(connection);
        this.#phases.at(-1)?.pace.catchUp();
      },
      lost: (connection: Connection) => {
        const at = this.#free.indexOf(connection);
        if (at !== -1) this.#free.splice(at, 1);
      },
    };
    const place = { hostname, port: Number(port) };
    this.#connections = Array.from({ length: order.connections }, () => new Connection(place, user));
  }

  /** Resolves when all messages are answered, or after the timeout. */
  async run(): Promise<Pick<OpenLoopReport, "startedAtMs" | "phases" | "sent" | "answered" | "account">> {
    const { phases, patienceMs } = this.#order;
    await this.#whenOpen();
    let fromMs = performance.now();
    const startedAtMs = performance.timeOrigin + fromMs;
    for (const [at, { seconds, perSecond }] of phases.entries()) {
      const untilMs = fromMs + seconds * 1000;
      const { phase, pace } = this.#begin({ seconds, perSecond }, fromMs, at);
      await pace.keepUntil(untilMs);
      if (at === phases.length - 1) await pace.keepUntil(untilMs + patienceMs);
      phase.endedAtMs = performance.now();
      fromMs = untilMs;
    }
    await this.#whenAnswered(performance.now() + patienceMs);
    this.#giveUp(performance.now());
    for (const connection of this.#connections) connection.close();
    return {
      startedAtMs,
      phases: this.#phases.map(({ phase, pace }) => phase.report(pace)),
      sent: this.#sent,
      answered: this.#answered,
      account: this.#book.account(),
    };
  }

  /** Called only at the end: the waiting messages may be so many that this would block requests in progress. */
  #giveUp(nowMs: number): void {
    for (const { phase, dueAtMs, sender, lap } of this.#underWay.values()) {
      phase.noteUnanswered(dueAtMs, nowMs);
      this.#book.settle(sender, lap, null);
    }
    for (const { phase, pace } of this.#phases)
      pace.giveUp(phase.endedAtMs, (dueAtMs) => phase.noteUnbegun(dueAtMs, phase.endedAtMs));
  }

  #begin({ seconds, perSecond }: PhaseOrder, fromMs: number, at: number): { phase: Phase; pace: Pace } {
    const phase = new Phase(fromMs, seconds);
    const seed = this.#order.run * 100 + at;
    const arrivals = createArrivals({ kind: this.#order.arrivals, fromMs, seconds, perSecond, seed });
    const pace = new Pace(arrivals, (dueAtMs) => this.#send(phase, dueAtMs));
    this.#phases.push({ phase, pace });
    return { phase, pace };
  }

  #send(phase: Phase, dueAtMs: number): boolean {
    const [connection] = this.#free;
    const next = connection === undefined ? null : this.#book.next();
    if (connection === undefined || next === null) return false;
    this.#free.shift();
    this.#sent += 1;
    const { sender, lap } = next;
    this.#underWay.set(connection, { phase, dueAtMs, sender, lap });
    const body = customerMessage({ run: this.#order.run, sender, lap });
    connection.send(`${this.#head}${body.length}\r\n\r\n${body}`, (answer) => {
      this.#underWay.delete(connection);
      phase.noteAnswer(dueAtMs, answer);
      if (answer?.status === 200) this.#answered += 1;
      this.#book.settle(sender, lap, answer?.status ?? null);
    });
    return true;
  }

  async #whenOpen(): Promise<void> {
    const { connections, url } = this.#order;
    const givenUpAtMs = performance.now() + openWithinMs;
    while (this.#free.length < connections) {
      if (performance.now() > givenUpAtMs)
        throw new Error(
          `${this.#free.length} of ${connections} connections to ${url} were open after ${openWithinMs} ms`,
        );
      await delay(lookEveryMs);
    }
  }

  async #whenAnswered(givenUpAtMs: number): Promise<void> {
    while (this.#underWay.size > 0 && performance.now() < givenUpAtMs) await delay(lookEveryMs);
  }
}
