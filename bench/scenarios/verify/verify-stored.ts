import type { LoadRun } from "../../load/clients/message-load.ts";
import { runName } from "../../load/clients/message-load.ts";
import { isStoredOpen, storedExternalId, storedLines, storedSender } from "../../load/stored/stored-chats.ts";
import type { Home } from "../messages/home.ts";
import type { Check } from "../scenario.types.ts";
import type { StoredMessage, StoredMessages } from "./stored-messages.ts";
import { firstMistakes } from "./stored-messages.ts";

/**
 * Returns the messages that were written in addition to the seeded chats 1, 2, … It also checks that every seeded chat is still stored
 * unchanged. Mistakes in seeded chats are reported; missing ones are known only when everything was read.
 */
function besideSeeded(found: StoredMessages, count: number, report: (mistake: string) => void): StoredMessages {
  const numbers = new Map(Array.from({ length: count }, (_, at) => [storedSender(at + 1), at + 1]));
  return {
    async *chats() {
      let met = 0;
      for await (const chat of found.chats()) {
        const number = numbers.get(chat.senderId);
        if (number === undefined) {
          yield chat;
          continue;
        }
        met += 1;
        const wanted = isStoredOpen(number) ? number : 0;
        if (chat.chat !== wanted) report(`${chat.senderId} has the open chat ${chat.chat}, expected ${wanted}`);
      }
      if (met !== count) report(`${met} seeded clients are stored, expected ${count}`);
    },
    async *messages() {
      let met = 0;
      for await (const message of found.messages()) {
        if (message.chat > count) {
          yield message;
          continue;
        }
        met += 1;
        if (!isAsSeeded(message))
          report(`message ${message.seq} of the seeded chat ${message.chat} differs from its seed`);
      }
      const wanted = count * storedLines.length;
      if (met !== wanted) report(`${met} seeded messages are stored, expected ${wanted}`);
    },
  };
}

const isAsSeeded = ({ chat, seq, externalId, text }: StoredMessage): boolean =>
  text === storedLines[seq - 1]?.text && externalId === (storedExternalId(chat, seq) ?? "");

export interface StoredExpectation {
  readonly runs: readonly LoadRun[];
  /** Only senders c0, c1, … have written. */
  readonly senders: number;
  /** The number of chats that were stored before the first run. */
  readonly seeded?: number;
}

export interface StoredProof {
  readonly stored: number;
  /** Sentences; only the first few when there are many. */
  readonly mistakes: readonly string[];
}

const idPattern = /^(\d{3})-(.+)-(\d{6})$/;

/**
 * Reads every chat of a server that `messages.lua` or an open loop has written to. Every answered message must be stored, each
 * once, in the order of its sender. Messages that were refused or never sent must not be stored.
 */
export async function verifyStored(found: StoredMessages, expected: StoredExpectation): Promise<StoredProof> {
  const mistakes: string[] = [];
  const report = (mistake: string): void => void mistakes.push(mistake);
  const tally = new Tally(expected, report);
  const { seeded } = expected;
  const written = seeded === undefined ? found : besideSeeded(found, seeded, report);
  for await (const { chat, senderId } of written.chats()) tally.addChat(chat, senderId);
  for await (const { chat, seq, externalId, text } of written.messages()) tally.addMessage(chat, seq, externalId, text);
  tally.close();
  return { stored: tally.stored, mistakes: firstMistakes(mistakes) };
}

/** A lap has six digits. */
const keyOf = (sender: number, lap: number): number => sender * 1_000_000 + lap;

class Tally {
  stored = 0;
  readonly #expected: StoredExpectation;
  readonly #report: (mistake: string) => void;
  /** In the order of the load. */
  readonly #senderIds: readonly string[];
  readonly #senders: ReadonlyMap<string, number>;
  readonly #senderOf = new Map<number, number>();
  /** The next expected lap of each sender, by run. */
  readonly #laps: ReadonlyMap<number, Uint32Array>;
  readonly #storedOf = new Map<number, number>();
  /** Messages that were not answered 200, by run, each with whether it may be stored. */
  readonly #unconfirmed: ReadonlyMap<number, ReadonlyMap<number, boolean>>;
  #chat = { number: 0, seq: 0, run: 0 };

  constructor(expected: StoredExpectation, report: (mistake: string) => void) {
    this.#expected = expected;
    this.#report = report;
    this.#senderIds = Array.from({ length: expected.senders }, (_, sender) => `c${sender}`);
    this.#senders = new Map(this.#senderIds.map((id, sender) => [id, sender]));
    this.#laps = new Map(expected.runs.map(({ run }) => [run, new Uint32Array(this.#senderIds.length)]));
    this.#unconfirmed = new Map(
      expected.runs.map(({ run, account }) => [
        run,
        new Map(account?.unconfirmed.map(({ sender, lap, mayBeStored }) => [keyOf(sender, lap), mayBeStored])),
      ]),
    );
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
    const lap = Number(lapText);
    const expected = this.#firstWanted(run, sender, laps[sender] ?? 0, lap);
    if (lap !== expected) {
      this.#report(`${place} comes where number ${expected} of the sender's messages was expected`);
    }
    if (this.#unconfirmed.get(run)?.get(keyOf(sender, lap)) === false) this.#report(`${place} was refused`);
    if (!text.startsWith(`Message ${lapText} of ${senderId} in run ${runText}.`)) {
      this.#report(`${place} has the text of another: ${text.slice(0, 60)}`);
    }
    laps[sender] = expected + 1;
    this.#storedOf.set(run, (this.#storedOf.get(run) ?? 0) + 1);
    this.#chat = { number: chatNumber, seq, run };
  }

  /** Compares the totals with what was answered and sent. */
  close(): void {
    for (const run of this.#expected.runs) {
      const laps = this.#laps.get(run.run) ?? new Uint32Array();
      const stored = this.#storedOf.get(run.run) ?? 0;
      if (stored < run.answered || stored > run.sent) {
        const wanted = `${run.answered} (answered) to ${run.sent} (sent)`;
        this.#report(`run ${runName(run.run)} has ${stored} stored messages, expected ${wanted}`);
      }
      if (run.account !== undefined) this.#compareSenders(run.run, run.account.sentBySender, laps);
      if (run.answeredByThread !== null) this.#compareThreads(run, run.answeredByThread, laps);
    }
  }

  /**
   * Returns the first lap from `lap` on, and before `before`, that must be stored. A message that was not answered 200 may be
   * missing.
   */
  #firstWanted(run: number, sender: number, lap: number, before: number): number {
    const unconfirmed = this.#unconfirmed.get(run);
    let wanted = lap;
    while (wanted < before && unconfirmed?.has(keyOf(sender, wanted)) === true) wanted += 1;
    return wanted;
  }

  #compareSenders(run: number, sentBySender: readonly number[], laps: Uint32Array): void {
    for (const [sender, sent] of sentBySender.entries()) {
      const lap = this.#firstWanted(run, sender, laps[sender] ?? 0, sent);
      if (lap < sent)
        this.#report(`run ${runName(run)} has lost ${this.#senderIds[sender]}'s message ${lap}, which was answered`);
    }
  }

  /** Thread t of T has written for the senders t, t+T, … in turn. Its last message may be stored without an answer. */
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

/** Reads everything that a service has stored. The service must have ended. `what` describes what was done to it. */
export async function verifyHome(home: Home, expected: StoredExpectation, name: string, what: string): Promise<Check> {
  const mistakes: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void mistakes.push(text),
  };
  const opened = await home.openStored(log);
  const { stored, mistakes: found } = await verifyStored(opened, expected);
  await opened.close();
  const seeded = expected.seeded === undefined ? "" : `, ${expected.seeded} seeded chats beside them as they were`;
  const answered = expected.runs.reduce((total, run) => total + run.answered, 0);
  return {
    name: `verify ${name}`,
    detail: `${answered} answered, ${stored} stored, each once and in order, ${what}${seeded}`,
    mistakes: [...mistakes, ...found],
  };
}
