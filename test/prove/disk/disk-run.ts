import { setTimeout as pause } from "node:timers/promises";
import type { Ending } from "../../harness/temporary-folder.ts";
import { Sender } from "../../system/harness/people/customers.ts";
import { Installation } from "../../system/harness/service/installation.ts";
import type { ServiceProcess } from "../../system/harness/service/process.ts";
import { storedTexts } from "../stored-chats.ts";
import type { DiskHistory } from "./disk-history.ts";
import type { DiskMode } from "./machine/faulty-machine.ts";
import { FaultyMachine } from "./machine/faulty-machine.ts";

const sendersCount = 6;
/** Padding, so that a record of the journal has more than one block. */
const padding = ` ${"🙂".repeat(900)}`;
const patienceMs = 20_000;
/** The timeout of a start that reports neither readiness nor an error. */
const startMs = 30_000;

/** Customers of a service on a disk that fails on command. */
export class DiskRun {
  readonly machine: FaultyMachine;
  readonly installation: Installation;
  readonly lastWords: string[] = [];
  readonly silentEnds: string[] = [];
  #senders: readonly Sender[] = [];
  #working: Promise<unknown> = Promise.resolve();

  private constructor(installation: Installation, machine: FaultyMachine) {
    this.installation = installation;
    this.machine = machine;
  }

  static async open(t: Ending): Promise<DiskRun> {
    const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
    const run = new DiskRun(installation, await FaultyMachine.create(t, installation.dataDir));
    t.teardown(() => run.#stop());
    return run;
  }

  /** Returns false when the service refused to start, or was not ready in time. The last message is kept. */
  async start(): Promise<boolean> {
    const life = await Promise.race([
      this.installation.start({ environment: this.machine.environment() }).catch(() => null),
      pause(startMs, null, { ref: false }),
    ]);
    if (life !== null) return true;
    await this.installation.kill();
    this.#hear(this.installation.life);
    return false;
  }

  /** Starts customers, each with a different name, that send until the process is killed. */
  send(name: string, count = sendersCount): void {
    this.#senders = Array.from({ length: count }, (_, at) => new Sender(this.installation, `${name}-${at}`, padding));
    this.#working = Promise.all(this.#senders.map((sender) => sender.run()));
  }

  /** Resolves when each customer has `more` further answers of this kind, or the process has ended on its own. */
  async untilEach(kind: "answered" | "refused", more: number): Promise<void> {
    const goals = this.#senders.map((sender) => [sender, sender[kind].length + more] as const);
    for (const endsAtMs = Date.now() + patienceMs; ; await pause(10)) {
      if (this.#hasEnded || goals.every(([sender, goal]) => sender[kind].length >= goal)) return;
      if (Date.now() > endsAtMs) {
        const counts = goals.map(([sender, goal]) => `${sender[kind].length} of ${goal}`).join();
        throw new Error(`Expected more answers that are ${kind} within ${patienceMs} ms, got ${counts}`);
      }
    }
  }

  /** If the failing disk has ended the process, records its last message, which must state the reason, and starts the next process. */
  async reviveIfEnded(): Promise<void> {
    if (!this.#hasEnded) return;
    this.#hear(this.installation.life);
    await this.installation.kill();
    if (!(await this.start())) throw new Error(`The disk is whole, and it does not start: ${this.lastWords.at(-1)}`);
  }

  async kill(): Promise<void> {
    await this.installation.kill();
    await this.#stop();
  }

  /** Returns the stored texts, together with the texts that were answered since `send`. */
  async history(disk: string, faults: number, refusesWhole: boolean): Promise<DiskHistory> {
    const stored = await storedTexts(this.installation);
    const senders = this.#senders;
    return {
      ...{ disk, faults, refusesWhole, lastWords: this.lastWords, silentEnds: this.silentEnds },
      written: senders.map(({ id: who, sent, answered }) => ({ who, sent, answered, stored: stored.get(who) ?? [] })),
      refused: senders.flatMap(({ refused }) => refused),
    };
  }

  /** Returns the number of answered texts of each customer. */
  counts(): readonly number[] {
    return this.#senders.map(({ answered }) => answered.length);
  }

  get #hasEnded(): boolean {
    return this.installation.life.end !== null;
  }

  #hear(life: ServiceProcess): void {
    const words = life.stderr.trim().split("\n").at(-1) ?? "";
    this.lastWords.push(words);
    if (!/[a-z]{3,} [a-z]+/i.test(words)) this.silentEnds.push(`ended with ${JSON.stringify(life.end)} and "${words}"`);
  }

  async #stop(): Promise<void> {
    for (const sender of this.#senders) sender.stop();
    // Senders that wait for a running service would wait for ever, so the wait is limited.
    await Promise.race([this.#working, pause(100)]);
  }
}

export interface DiskCase {
  readonly mode: DiskMode;
  readonly delayMs?: number;
  /** A description of the disk, for the table. */
  readonly disk: string;
  readonly refusesWhole: boolean;
}

/** Lets the disk fail while customers send, work again, and fail once more. Then it kills the process. */
export async function failAndKill(
  run: DiskRun,
  { mode, delayMs = 0, disk, refusesWhole }: DiskCase,
): Promise<DiskHistory> {
  const { machine } = run;
  const isHarmless = mode === "short" || mode === "whole";
  const before = machine.faults();
  run.send(disk.replaceAll(" ", "-"));
  await run.untilEach("answered", 3);
  machine.setDisk(mode, delayMs);
  await run.untilEach(isHarmless ? "answered" : "refused", 3);
  machine.setDisk("whole");
  await run.reviveIfEnded();
  await run.untilEach("answered", 3);
  machine.setDisk(mode, delayMs);
  await pause(100);
  await run.kill();
  machine.setDisk("whole");
  if (!(await run.start())) throw new Error(`The disk is whole again, and it does not start: ${run.lastWords.at(-1)}`);
  return run.history(disk, machine.faults() - before + (delayMs > 0 ? 1 : 0), refusesWhole);
}
