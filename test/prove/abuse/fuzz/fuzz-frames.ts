import type { SocketDoc } from "../../../../src/edge/asyncapi/document.ts";
import { sockets } from "../../../../src/edge/asyncapi/document.ts";
import type { Random } from "../random.ts";
import type { World } from "../world/open-world.ts";
import type { Finding, Reached } from "./findings.ts";
import type { FrameInput } from "./frame-input.ts";
import { isTaken, rightFrame, spoiltFrame } from "./frame-input.ts";
import { judgeClosing, judgeFrames } from "./frame-laws.ts";
import { FrameLink } from "./frame-link.ts";

/** This many acceptable frames are sent at once, without a pause. */
const batchSize = 20;
/** The share of the wrong frames that is sent, because each of them may end its link. */
const wrongFrames = 0.2;
/** After this many batches the objects that inputs removed are made again. */
const renewedAfter = 100;

/** The maximum number of attempts until a frame is refused. */
const sweptMax = 60;

/** When a desk closes, for any reason, its agent leaves, and that is written to these tables. */
const ofPresence = new Set(["actor", "history", "tell"]);

export const frameNames: readonly string[] = sockets.flatMap(({ name, received }) =>
  Object.keys(received).map((type) => `${name} ${type}`),
);

/** Sends frames to every socket of one world and judges the answers. */
export class FrameFuzzer {
  readonly findings: Finding[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #reached: Reached;
  readonly #seed: number;
  readonly #links = new Map<string, FrameLink>();
  sent = 0;

  constructor(world: World, { random, reached, seed }: { random: Random; reached: Reached; seed: number }) {
    this.#world = world;
    this.#random = random;
    this.#reached = reached;
    this.#seed = seed;
  }

  /** Sends each valid frame, then spoilt ones until one is refused. */
  async sweep(): Promise<void> {
    for (const socket of sockets)
      for (const type of Object.keys(socket.received)) {
        await this.replay(rightFrame(socket, this.#random, type));
        for (let times = 0; times < sweptMax && !this.#reached.hasRefused(`${socket.name} ${type}`); times += 1) {
          const input = spoiltFrame(socket, this.#random, type);
          if (!isTaken(socket, input)) await this.#sendWrong(socket, input);
        }
      }
  }

  async run(count: number): Promise<void> {
    for (let batch = 0; this.sent < count; batch += 1) {
      const socket = sockets[batch % sockets.length];
      if (socket !== undefined) await this.#batch(socket);
      if (batch % renewedAfter === 0) await this.#world.renew();
    }
  }

  replay(input: FrameInput): Promise<void> {
    const socket = sockets.find(({ name }) => name === input.socket);
    if (socket === undefined) throw new Error(`Expected the name of a socket, got ${input.socket}`);
    return isTaken(socket, input) && input.type !== "hello"
      ? this.#sendTaken(socket, [input])
      : this.#sendWrong(socket, input);
  }

  close(): void {
    for (const link of this.#links.values()) link.close();
  }

  async #batch(socket: SocketDoc): Promise<void> {
    const inputs = Array.from({ length: batchSize }, () =>
      this.#random.isChance(0.3) ? rightFrame(socket, this.#random) : spoiltFrame(socket, this.#random),
    );
    const taken = inputs.filter((input) => isTaken(socket, input) && input.type !== "hello");
    await this.#sendTaken(socket, taken);
    for (const input of inputs)
      if (!taken.includes(input) && this.#random.isChance(wrongFrames)) await this.#sendWrong(socket, input);
    for (const line of this.#world.takeErrors())
      this.#blame(inputs, `the log has an error: ${JSON.stringify(line).slice(0, 1_500)}`);
  }

  /** Sends all of them at once, on a link that must stay open. */
  async #sendTaken(socket: SocketDoc, inputs: readonly FrameInput[]): Promise<void> {
    const link = await this.#linkTo(socket);
    link.frames.length = 0;
    for (const { bytes } of inputs) link.send(bytes);
    this.sent += inputs.length;
    await link.beat();
    await this.#world.service.settle();
    await link.beat();
    const closing = link.closing;
    const what = closing === null ? judgeFrames(socket, inputs, link.frames) : judgeClosing(closing);
    if (what !== null) this.#blame(inputs, what);
    for (const { socket: name, type } of inputs) if (closing === null) this.#reached.note(`${name} ${type}`, false);
  }

  /** Sends one frame on a link, which may close the link. */
  async #sendWrong(socket: SocketDoc, input: FrameInput): Promise<void> {
    const { service, rows } = this.#world;
    const link = input.type === "hello" ? await this.#open(socket, false) : await this.#linkTo(socket);
    const before = rows.rowsWritten;
    rows.takeTables();
    link.frames.length = 0;
    link.send(input.bytes);
    this.sent += 1;
    await link.beat();
    await service.settle();
    if (link.closing !== null) {
      const what = judgeClosing(link.closing, input.bytes);
      if (what !== null) this.#blame([input], what);
      const written = rows.takeTables().filter((table) => socket.name !== "desk" || !ofPresence.has(table));
      if (rows.rowsWritten !== before && written.length > 0 && !isTaken(socket, input))
        this.#blame([input], `refused, and yet rows were written of ${written.join(", ")}`);
    }
    const isRefused = link.closing !== null || link.frames.some(({ type }) => type === "failed" || type === "error");
    if (input.type !== "") this.#reached.note(`${input.socket} ${input.type}`, isRefused);
    if (input.type === "hello") link.close();
  }

  async #linkTo(socket: SocketDoc): Promise<FrameLink> {
    const known = this.#links.get(socket.name);
    if (known !== undefined && known.closing === null) return known;
    const link = await this.#open(socket, true);
    this.#links.set(socket.name, link);
    return link;
  }

  #open(socket: SocketDoc, isGreeted: boolean): Promise<FrameLink> {
    return FrameLink.open(this.#world, socket.name, isGreeted);
  }

  #blame(inputs: readonly FrameInput[], what: string): void {
    for (const input of inputs)
      this.findings.push({ where: `seed ${this.#seed}, frame ${this.sent}`, input: { kind: "frame", ...input }, what });
  }
}
