import type { Defects, ParkedActor } from "../../actors/defects.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { SecretMask } from "../secrets/mask-secrets.ts";
import type { NodeQuestions } from "./node-questions.ts";

/** How long the answers of other nodes are cached. */
const knownForMs = 1_000;

/** An actor that is parked on some nodes. */
export interface ShownParking extends ParkedActor {
  /** Absent with a single node. */
  readonly nodes?: readonly string[];
}

interface ParkedParts {
  readonly defects: Defects;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly secrets: SecretMask;
  readonly questions: NodeQuestions;
}

/** The parked actors of all nodes. Each node parks for itself, so an actor that is parked on one node still takes events on the others. */
export class ParkedEverywhere {
  readonly #parts: ParkedParts;
  readonly #ofOthers = new Map<string, readonly ParkedActor[]>();
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  constructor(parts: ParkedParts) {
    const { questions, defects, secrets, peers } = parts;
    this.#parts = parts;
    questions.onAsked("parked", () =>
      defects.parked().map(({ name, atMs, reason }) => ({ name, atMs, reason: secrets.text(reason) })),
    );
    peers.onLost(({ id }) => void this.#ofOthers.delete(id));
  }

  /** The state of the last `refresh`. A node without an answer keeps its earlier one. */
  parked(): readonly ShownParking[] {
    const { defects, peers } = this.#parts;
    const byName = new Map<string, ShownParking>();
    for (const [node, parked] of [[peers.id, defects.parked()] as const, ...this.#ofOthers]) {
      for (const { name, atMs, reason } of parked) {
        const known = byName.get(name);
        const first = known === undefined || atMs < known.atMs ? { name, atMs, reason } : known;
        byName.set(name, { ...first, nodes: [...(known?.nodes ?? []), node] });
      }
    }
    return [...byName.values()];
  }

  /** Asks the other nodes, unless a recent answer is cached. */
  async refresh(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    if (this.#asking === null && nowMs - this.#askedAtMs < knownForMs) return;
    this.#asking ??= this.#ask(nowMs).finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  async #ask(nowMs: number): Promise<void> {
    const answers = await this.#parts.questions.ask("parked", null);
    for (const { from, answer } of answers)
      if (Array.isArray(answer)) this.#ofOthers.set(from, answer as readonly ParkedActor[]);
    this.#askedAtMs = nowMs;
  }
}
