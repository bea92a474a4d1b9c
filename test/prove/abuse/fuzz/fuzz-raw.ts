import { rawBytes } from "../make/raw-bytes.ts";
import type { Random } from "../random.ts";
import { sendRaw } from "../wire/lines.ts";
import { fillIn } from "../wire/wire-request.ts";
import type { World } from "../world/open-world.ts";
import { inside } from "./answer-laws.ts";
import type { Finding } from "./findings.ts";

/** Bytes that are sent on a separate connection. */
export interface RawInput {
  readonly how: string;
  readonly bytes: string;
}

/** Connections at once. */
const batchSize = 16;
const badStatus = /HTTP\/1\.1 (?:500|503|504)/;

/** Sends invalid requests on separate connections. Each connection must end, and no answer may reveal internals. */
export class RawFuzzer {
  readonly findings: Finding[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #seed: number;
  sent = 0;

  constructor(world: World, { random, seed }: { random: Random; seed: number }) {
    this.#world = world;
    this.#random = random;
    this.#seed = seed;
  }

  async run(count: number): Promise<void> {
    while (this.sent < count) {
      const inputs = Array.from({ length: batchSize }, () => rawBytes(this.#random));
      await Promise.all(inputs.map((input) => this.replay(input)));
      await this.#world.service.settle();
      for (const line of this.#world.takeErrors())
        for (const input of inputs) this.#blame(input, `the log has an error: ${JSON.stringify(line).slice(0, 1_500)}`);
    }
  }

  async replay(input: RawInput): Promise<void> {
    const { port, facts } = this.#world;
    this.sent += 1;
    const { received, isClosed } = await sendRaw(port, Buffer.from(fillIn(input.bytes, facts), "latin1"));
    if (!isClosed) this.#blame(input, "the connection was left open");
    if (badStatus.test(received) || inside.test(received)) this.#blame(input, `answered ${received.slice(0, 500)}`);
    if (received !== "" && !received.startsWith("HTTP/1.1 "))
      this.#blame(input, `no answer but ${received.slice(0, 200)}`);
  }

  #blame(input: RawInput, what: string): void {
    this.findings.push({ where: `seed ${this.#seed}, bytes ${this.sent}`, input: { kind: "raw", ...input }, what });
  }
}
