import { setImmediate as nextTurn } from "node:timers/promises";
import type { WatchedStep } from "../../actors/history/step-record.ts";
import type { InspectedStep } from "../../codec/inspect/inspected.types.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import { toLiveStep, withoutValues } from "../actor-facts.ts";
import type { SecretMask } from "../secrets/mask-secrets.ts";
import type { MissedSteps, SentOutside, SentStep, StepsMessage } from "./messages.ts";

/** The maximal number of steps that wait for encoding. */
const waitingStepsMax = 2_000;
/** Steps that are encoded in one turn of the event loop. */
const stepsPerTurn = 16;
/** The maximal size of one step. A larger one omits the contexts. */
const stepCharactersMax = 512 * 1024;
/** The maximal size of all steps in one second. Further ones are dropped and reported as missed. */
const charactersPerSecondMax = 2 * 1024 * 1024;
const stepsPerSecondMax = 1_000;
const secondMs = 1_000;

/** Plain counters, which are read on a scrape. */
export interface SendMeters {
  stepsSent: number;
  stepsNotSent: number;
}

interface SenderParts {
  readonly peers: Peers;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretMask;
  readonly meters: SendMeters;
}

/** Sends steps to the nodes that watch them, after their commit. Each step is encoded once for all nodes, and the rate is limited. */
export class StepSender {
  readonly #parts: SenderParts;
  readonly #missed = new Map<string, MissedSteps>();
  #waiting: WatchedStep[] = [];
  #isWriting = false;
  #second = { endsMs: 0, steps: 0, characters: 0 };
  #missedWake: Wake | null = null;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  take(steps: readonly WatchedStep[]): void {
    for (const step of steps) {
      if (this.#waiting.length < waitingStepsMax) this.#waiting.push(step);
      else this.#miss(step);
    }
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#writeOut();
  }

  /** Sends a step of an actor of another program. */
  sendOutside(sent: SentOutside): void {
    const text = JSON.stringify({ outside: sent } satisfies StepsMessage);
    const { actor } = sent.facts;
    if (this.#hasRoom(text.length)) void this.#parts.peers.tell("steps", text);
    else this.#miss({ actor, conversation: actor });
  }

  stop(): void {
    this.#waiting = [];
    this.#missedWake?.cancel();
  }

  async #writeOut(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn();
      const texts = this.#waiting.splice(0, stepsPerTurn).flatMap((step) => this.#write(step) ?? []);
      if (texts.length > 0) void this.#parts.peers.tell("steps", `{"steps":[${texts.join(",")}]}`);
    }
    this.#isWriting = false;
  }

  #write(step: WatchedStep): string | null {
    const { log, meters } = this.#parts;
    try {
      const text = encodeStep(step, this.#parts.secrets);
      if (this.#hasRoom(text.length)) {
        meters.stepsSent += 1;
        return text;
      }
    } catch (error) {
      log.error({ err: error, actor: step.actor }, "a step could not be sent to the nodes where it is watched");
    }
    this.#miss(step);
    return null;
  }

  #hasRoom(characters: number): boolean {
    const nowMs = this.#parts.clock.nowMs();
    if (nowMs >= this.#second.endsMs) this.#second = { endsMs: nowMs + secondMs, steps: 0, characters: 0 };
    const isFull = this.#second.steps >= stepsPerSecondMax || this.#second.characters >= charactersPerSecondMax;
    if (isFull) return false;
    this.#second.steps += 1;
    this.#second.characters += characters;
    return true;
  }

  /** Reports the missed steps when the second is over, so that an overload does not grow by its reports. */
  #miss({ actor, conversation }: Omit<MissedSteps, "count">): void {
    const { clock, meters } = this.#parts;
    meters.stepsNotSent += 1;
    this.#missed.set(actor, { actor, conversation, count: (this.#missed.get(actor)?.count ?? 0) + 1 });
    this.#missedWake ??= clock.wakeAt(clock.nowMs() + secondMs, () => {
      this.#missedWake = null;
      const missed = [...this.#missed.values()];
      this.#missed.clear();
      void this.#parts.peers.tell("steps", JSON.stringify({ missed } satisfies StepsMessage));
    });
  }
}

function encodeStep(watched: WatchedStep, secrets: SecretMask): string {
  const { actor, conversation, revision, atMs, index } = watched;
  const textOf = (step: InspectedStep): string =>
    JSON.stringify({ actor, conversation, revision, atMs, index, step } satisfies Omit<SentStep, "node">);
  // The node that shows a step which is not stored assigns its position.
  const step = toLiveStep(watched, 0, secrets);
  const whole = textOf(step);
  return whole.length <= stepCharactersMax ? whole : textOf(withoutValues(step));
}
