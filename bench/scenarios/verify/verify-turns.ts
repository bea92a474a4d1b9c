import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { Store } from "../../../src/ports/store.ts";
import { runName } from "../../load/clients/message-load.ts";
import type { TurnReport } from "../../load/clients/turns.ts";
import { replyTo, turnText } from "../../load/clients/turns.ts";
import { everyRow, firstMistakes } from "./stored-messages.ts";

/** The known facts of one run of turns against one data folder. */
export type TurnRun = Pick<TurnReport, "sentBySender" | "answeredBySender"> & { readonly run: number };

export interface TurnProof {
  /** Complete stored turns: a customer's message and the bot's reply. */
  readonly turns: number;
  readonly mistakes: readonly string[];
}

/**
 * Reads every chat of a data folder that `peers/customers.ts` and `peers/turn-bot.ts` have written to. Every answered message
 * must be stored once, in the order of its customer, each followed by the bot's reply. Nothing else may be stored. The customers
 * wait only for the reply to an answered message. So a message that was stored but not answered when the service was killed may
 * have no reply.
 */
export async function verifyTurns(store: Pick<Store, "scan">, runs: readonly TurnRun[]): Promise<TurnProof> {
  const mistakes: string[] = [];
  const report = (mistake: string): void => void mistakes.push(mistake);
  const customerOf = new Map<number, string>();
  for await (const { row } of everyRow(store, "client")) customerOf.set(Number(row.openChatId), row.client.senderId);
  const stored = new Map(runs.map(({ run }) => [run, new Map<string, number>()]));
  let chat: ChatReader | null = null;
  for await (const { key, row } of everyRow(store, "message")) {
    if (chat?.number !== key[0]) {
      chat?.close();
      chat = new ChatReader(key[0], customerOf.get(key[0]) ?? "nobody", { stored, runs, report });
    }
    chat.read(row);
  }
  chat?.close();
  for (const run of runs) compare(run, stored.get(run.run) ?? new Map(), report);
  const turns = [...stored.values()].flatMap((laps) => [...laps.values()]).reduce((total, count) => total + count, 0);
  return { turns, mistakes: firstMistakes(mistakes) };
}

interface Reading {
  /** Turns of each customer, by run. */
  readonly stored: ReadonlyMap<number, Map<string, number>>;
  readonly runs: readonly TurnRun[];
  readonly report: (mistake: string) => void;
}

/** Reads the messages of one chat in order. */
class ChatReader {
  readonly number: number;
  readonly #customer: string;
  readonly #stored: Reading["stored"];
  readonly #runs: Reading["runs"];
  readonly #report: Reading["report"];
  #seq = 0;
  #run = 0;
  /** The reply that must come next. */
  #awaited: string | null = null;

  constructor(number: number, customer: string, { stored, runs, report }: Reading) {
    this.number = number;
    this.#customer = customer;
    this.#stored = stored;
    this.#runs = runs;
    this.#report = report;
  }

  read({ seq, from, content }: ChatMessage): void {
    const place = `message ${seq} of ${this.#customer} (${from}: ${content.text})`;
    if (seq !== this.#seq + 1) this.#report(`${place} comes after message ${this.#seq}`);
    this.#seq = seq;
    if (from === "client") this.#readTurn(content.text, place);
    else this.#readReply(from, content.text, place);
  }

  close(): void {
    if (this.#awaited === null || !this.#isLastAnswered()) return;
    this.#report(`${this.#customer} got no reply: expected "${this.#awaited}"`);
  }

  #isLastAnswered(): boolean {
    const { answeredBySender = [] } = this.#runs.find(({ run }) => run === this.#run) ?? {};
    const answered = answeredBySender[Number(this.#customer.slice(1))] ?? 0;
    return (this.#stored.get(this.#run)?.get(this.#customer) ?? 0) <= answered;
  }

  #readTurn(text: string, place: string): void {
    if (this.#awaited !== null) this.#report(`${place} comes where "${this.#awaited}" was expected`);
    const run = Number(/in run (\d{3})/.exec(text)?.[1]);
    const laps = this.#stored.get(run);
    if (laps === undefined) {
      this.#report(`${place} was never sent`);
      return;
    }
    const lap = laps.get(this.#customer) ?? 0;
    const expected = turnText(run, this.#customer, lap);
    if (text !== expected) this.#report(`${place} comes where "${expected}" was expected`);
    if (run < this.#run) this.#report(`${place} comes after one of run ${this.#run}`);
    this.#run = run;
    laps.set(this.#customer, lap + 1);
    this.#awaited = replyTo(text);
  }

  #readReply(from: string, text: string, place: string): void {
    if (from !== "bot" || text !== this.#awaited) {
      this.#report(
        `${place} comes where ${this.#awaited === null ? "the customer" : `"${this.#awaited}"`} was expected`,
      );
    }
    this.#awaited = null;
  }
}

function compare(run: TurnRun, stored: ReadonlyMap<string, number>, report: (mistake: string) => void): void {
  for (const [at, sent] of run.sentBySender.entries()) {
    const answered = run.answeredBySender[at] ?? 0;
    const count = stored.get(`c${at}`) ?? 0;
    if (count >= answered && count <= sent) continue;
    const wanted = `${answered} (answered) to ${sent} (sent)`;
    report(`run ${runName(run.run)} has ${count} stored turns of c${at}, expected ${wanted}`);
  }
}
