import type { Random } from "../random.ts";
import type { Outcome } from "../wire/lines.ts";
import { Lines } from "../wire/lines.ts";
import { toBytes } from "../wire/wire-request.ts";
import type { World } from "../world/open-world.ts";
import { judgeAnswer } from "./answer-laws.ts";
import type { Finding, Reached } from "./findings.ts";
import type { HttpInput } from "./http-input.ts";
import { isRefused, rightInput, spoiltInput } from "./http-input.ts";
import type { Operation } from "./operations.ts";
import { operationsOf } from "./operations.ts";

/** Requests in progress at once. */
const batchSize = 48;
/** One batch in this many contains only valid requests. */
const rightBatches = 16;
/** After this many batches the objects that inputs removed are made again. */
const renewedAfter = 20;

/** The maximum number of attempts until an operation is carried out, and until it refuses a request. */
const sweptMax = 20;

/** Operations that need a thread or a hash, or have large answers, are chosen less often. */
const dear =
  /photo|^POST \/api\/session|files$|metrics|\.json|inspect|^GET \/(widget|script|assets|demo|desk|sample|inspector)/;

/** A refused post of a bot leaves a line in the channel's log and in its chat. Source: BOT-30. */
const postOfBot = /^POST \/bots\//;
const ofPost: ReadonlySet<string> = new Set(["channelLog", "message", "actor", "history", "feed"]);

/** Sends requests to one world and judges each answer. */
export class HttpFuzzer {
  readonly operations: readonly Operation[];
  readonly findings: Finding[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #reached: Reached;
  readonly #lines: Lines;
  readonly #byName: ReadonlyMap<string, Operation>;
  readonly #seed: number;
  sent = 0;
  /** The number of refused requests for which it was checked that nothing was stored. */
  refusedAlone = 0;

  constructor(world: World, { random, reached, seed }: { random: Random; reached: Reached; seed: number }) {
    this.#world = world;
    this.#random = random;
    this.#reached = reached;
    this.#seed = seed;
    this.#lines = new Lines(world.port);
    this.operations = operationsOf(world.service.app.routes);
    this.#byName = new Map(this.operations.map((operation) => [operation.name, operation]));
  }

  /**
   * Sends valid requests of each operation, one operation after the other, so that each finds its objects. Then it sends invalid
   * ones.
   */
  async sweep(): Promise<void> {
    for (const operation of this.operations) {
      for (let times = 0; times < sweptMax && (times < 3 || !this.#reached.hasRight(operation.name)); times += 1)
        await this.#send([rightInput(operation, this.#random)]);
      for (let times = 0; times < sweptMax && !this.#reached.hasRefused(operation.name); times += 1)
        await this.#send([spoiltInput(operation, this.#random, times < 3 ? undefined : "path")]);
      if (/^(DELETE|POST \/api\/session)/.test(operation.name)) await this.#world.renew();
    }
  }

  async run(count: number): Promise<void> {
    for (let batch = 0; this.sent < count; batch += 1) {
      const isRight = batch % rightBatches === 0;
      const refused: HttpInput[] = [];
      const others: HttpInput[] = [];
      for (let made = 0; made < batchSize; made += 1) {
        const operation = this.#pick();
        const input = isRight ? rightInput(operation, this.#random) : spoiltInput(operation, this.#random);
        (isRefused(input, operation) ? refused : others).push(input);
      }
      for (const inputs of [refused, others]) if (inputs.length > 0) await this.#send(inputs);
      if (batch % renewedAfter === 0) await this.#world.renew();
    }
  }

  /** Sends one stored input. */
  replay(input: HttpInput): Promise<void> {
    return this.#send([input]);
  }

  close(): void {
    this.#lines.close();
  }

  #pick(): Operation {
    for (;;) {
      const operation = this.operations[this.#random.integer(0, this.operations.length - 1)];
      if (operation !== undefined && (!dear.test(operation.name) || this.#random.isChance(0.05))) return operation;
    }
  }

  async #send(inputs: readonly HttpInput[]): Promise<void> {
    const { rows, service } = this.#world;
    await service.settle();
    const before = rows.rowsWritten;
    rows.takeTables();
    const outcomes = await Promise.all(inputs.map((input) => this.#ask(input)));
    await service.settle();
    const isNoneTaken = outcomes.every((outcome) => outcome.kind === "answered" && outcome.answer.status >= 400);
    if (isNoneTaken) this.refusedAlone += inputs.length;
    const hasPost = inputs.some(({ operation }) => postOfBot.test(operation));
    const written = rows.takeTables().filter((table) => !hasPost || !ofPost.has(table));
    if (isNoneTaken && rows.rowsWritten !== before && written.length > 0)
      this.#blame(inputs, `refused, and yet rows were written of ${written.join(", ")}`);
    for (const line of this.#world.takeErrors())
      this.#blame(inputs, `the log has an error: ${JSON.stringify(line).slice(0, 1_500)}`);
  }

  async #ask(input: HttpInput): Promise<Outcome> {
    const { facts } = this.#world;
    this.sent += 1;
    const outcome = await this.#lines.ask(toBytes(input.request, facts), input.request.method === "HEAD");
    const operation = this.#byName.get(input.operation);
    if (operation === undefined) throw new Error(`Expected an operation of the router, got ${input.operation}`);
    const what = outcome.kind === "answered" ? judgeAnswer(input, outcome.answer, operation, facts) : describe(outcome);
    if (what !== null) this.#blame([input], what);
    if (outcome.kind === "answered") this.#note(input, outcome.answer.status);
    return outcome;
  }

  /** A request with another path or method proves nothing about its operation. */
  #note({ operation, part }: HttpInput, status: number): void {
    if (part === "method") return;
    if (status < 400 && part !== "path") this.#reached.note(operation, false);
    if (status >= 400) this.#reached.note(operation, true);
  }

  #blame(inputs: readonly HttpInput[], what: string): void {
    for (const input of inputs)
      this.findings.push({
        where: `seed ${this.#seed}, input ${this.sent}`,
        input: { kind: "request", ...input },
        what,
      });
  }
}

const describe = (outcome: Exclude<Outcome, { kind: "answered" }>): string =>
  outcome.kind === "garbled" ? `no answer but ${outcome.what}` : `no answer: ${outcome.kind}`;
