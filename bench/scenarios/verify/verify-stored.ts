import type { LoadRun } from "../../load/clients/message-load.ts";
import { runName } from "../../load/clients/message-load.ts";
import { besideSeeded } from "./beside-seeded.ts";
import { firstMistakes } from "./every-row.ts";
import type { StoredMessages } from "./stored-messages.ts";

export interface StoredExpectation {
  readonly runs: readonly LoadRun[];
  /** Senders c0, c1, … have written, nobody else. */
  readonly senders: number;
  /** Who has written in place of them, in the order of the load. */
  readonly senderIds?: readonly string[];
  /** Chats that were there before the first run. */
  readonly seeded?: number;
}

export interface StoredProof {
  readonly stored: number;
  /** Sentences; the first few when there are many. */
  readonly mistakes: readonly string[];
}

const idPattern = /^(\d{3})-(.+)-(\d{6})$/;

/**
 * Reads every chat of a server that `messages.lua` has written to: every answered message is stored, each once,
 * in the order of its sender, and nothing that was not sent.
 */
export async function verifyStored(found: StoredMessages, expected: StoredExpectation): Promise<StoredProof> {
  const mistakes: string[] = [];
  const report = (mistake: string): void => void mistakes.push(mistake);
  const tally = new Tally(expected, report);
  const { seeded, senderIds = [] } = expected;
  const written =
    seeded === undefined ? found : besideSeeded(found, { count: seeded, writers: new Set(senderIds) }, report);
  for await (const { chat, senderId } of written.chats()) tally.addChat(chat, senderId);
  for await (const { chat, seq, externalId, text } of written.messages()) tally.addMessage(chat, seq, externalId, text);
  tally.close();
  return { stored: tally.stored, mistakes: firstMistakes(mistakes) };
}

class Tally {
  stored = 0;
  readonly #expected: StoredExpectation;
  readonly #report: (mistake: string) => void;
  /** In the order of the load. */
  readonly #senderIds: readonly string[];
  readonly #senders: ReadonlyMap<string, number>;
  readonly #senderOf = new Map<number, number>();
  /** Laps stored of each sender, by run. */
  readonly #laps: ReadonlyMap<number, Uint32Array>;
  #chat = { number: 0, seq: 0, run: 0 };

  constructor(expected: StoredExpectation, report: (mistake: string) => void) {
    this.#expected = expected;
    this.#report = report;
    this.#senderIds = expected.senderIds ?? Array.from({ length: expected.senders }, (_, sender) => `c${sender}`);
    this.#senders = new Map(this.#senderIds.map((id, sender) => [id, sender]));
    this.#laps = new Map(expected.runs.map(({ run }) => [run, new Uint32Array(this.#senderIds.length)]));
  }

  addChat(chatNumber: number, senderId: string): void {
    const sender = this.#senders.get(senderId);
    if (sender === undefined) this.#report(`chat ${chatNumber} belongs to ${senderId}, who never wrote`);
    if (this.#senderOf.has(chatNumber)) this.#report(`chat ${chatNumber} belongs to two clients`);
    this.#senderOf.set(chatNumber, sender ?? Number.NaN);
  }

  addMessage(chatNumber: number, seq: number, externalId: string, text: string): void {
    this.stored += 1;
    if (this.#chat.number !== chatNumber) this.#chat = { number: chatNumber, seq: 0, run: 0 };
    const place = `message ${seq} of chat ${chatNumber} (${externalId})`;
    const [, runText = "", senderId = "", lapText = ""] = idPattern.exec(externalId) ?? [];
    const run = Number(runText);
    const sender = this.#senders.get(senderId);
    const laps = this.#laps.get(run);
    if (laps === undefined || sender === undefined || sender !== this.#senderOf.get(chatNumber)) {
      this.#report(`${place} was never sent to this chat`);
      return;
    }
    if (seq !== this.#chat.seq + 1) this.#report(`${place} comes after message ${this.#chat.seq}`);
    if (run < this.#chat.run) this.#report(`${place} comes after one of run ${this.#chat.run}`);
    const lapsBefore = laps[sender] ?? 0;
    if (Number(lapText) !== lapsBefore) {
      this.#report(`${place} comes where number ${lapsBefore} of the sender's messages was expected`);
    }
    if (!text.startsWith(`Message ${lapText} of ${senderId} in run ${runText}.`)) {
      this.#report(`${place} has the text of another: ${text.slice(0, 60)}`);
    }
    laps[sender] = lapsBefore + 1;
    this.#chat = { number: chatNumber, seq, run };
  }

  /** Compares the totals with what was answered and sent. */
  close(): void {
    for (const run of this.#expected.runs) {
      const laps = this.#laps.get(run.run) ?? new Uint32Array();
      const stored = laps.reduce((total, count) => total + count, 0);
      if (stored < run.answered || stored > run.sent) {
        const wanted = `${run.answered} (answered) to ${run.sent} (sent)`;
        this.#report(`run ${runName(run.run)} has ${stored} stored messages, expected ${wanted}`);
      }
      if (run.answeredByThread !== null) this.#compareThreads(run, run.answeredByThread, laps);
    }
  }

  /** Thread t of T has written for the senders t, t+T, … in turn; its last message may be stored unanswered. */
  #compareThreads({ run }: LoadRun, answeredByThread: readonly number[], laps: Uint32Array): void {
    const threads = answeredByThread.length;
    for (const [sender, senderId] of this.#senderIds.entries()) {
      const thread = sender % threads;
      const sendersOfThread = Math.ceil((this.#senderIds.length - thread) / threads);
      const lapsWhen = (messages: number): number =>
        Math.max(0, Math.ceil((messages - Math.floor(sender / threads)) / sendersOfThread));
      const answered = answeredByThread[thread] ?? 0;
      const stored = laps[sender] ?? 0;
      if (stored >= lapsWhen(answered) && stored <= lapsWhen(answered + 1)) continue;
      const wanted = `${lapsWhen(answered)} answered`;
      this.#report(`run ${runName(run)} has ${stored} stored messages of ${senderId}, expected the ${wanted}`);
    }
  }
}
