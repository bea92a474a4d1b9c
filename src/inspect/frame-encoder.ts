import { toActorFrame, toEventFrame, toSnapshotFrame } from "../codec/inspect/inspect-sent.ts";
import type { InspectedStep } from "../codec/inspect/inspected.types.ts";
import { actorKindOf } from "../core/ids.ts";
import { actors } from "../domain/actors.ts";
import type { ActorStatus } from "../ports/inspector.ts";
import type { ActorFacts } from "./actor-facts.ts";
import { toLiveStep, tooLarge, typeOf, withoutValues } from "./actor-facts.ts";
import type { ShownStep } from "./frame-ring.ts";
import type { AnyStep, OutsideFacts } from "./nodes/messages.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";

/** The maximal size of a frame. A larger one omits the contexts, and the event if needed. */
const frameCharactersMax = 512 * 1024;
/** Positions of steps that are not stored. They follow all others of their revision. */
const unkeptFrom = 10_000;

const status = "active";
const definitionTexts = new Map<string, string>();

/** Returns the machine's definition as JSON. Machines of the service name guards and actions by text, so JSON is complete. */
function definitionOf(kind: keyof typeof actors): string {
  const text = definitionTexts.get(kind) ?? JSON.stringify(actors[kind].machine.config);
  definitionTexts.set(kind, text);
  return text;
}

/**
 * Encodes frames. Frames of steps have numbers. The frame of an actor has the id of the last step's frame that its receiver got, which the
 * parameter `behind` gives. A watcher that reconnects with that id misses nothing.
 */
export class FrameEncoder {
  readonly #processId: string;
  readonly #secrets: SecretMask;
  readonly #node: () => string | undefined;
  #lastNumber = 0;
  #unkept = 0;

  /**
   * `processId` is the first part of every frame's id, unique to this process. `node` returns the name of this node, undefined with a
   * single node.
   */
  constructor(processId: string, secrets: SecretMask, node: () => string | undefined) {
    this.#processId = processId;
    this.#secrets = secrets;
    this.#node = node;
  }

  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Returns the number in a frame's id, null for an id of another process. */
  numberOf(frameId: string): number | null {
    const processId = this.#processId;
    const digits = frameId.startsWith(`${processId}.`) ? frameId.slice(processId.length + 1) : "";
    const number = /^[0-9]{1,15}$/.test(digits) ? Number(digits) : null;
    return number === null || number > this.#lastNumber ? null : number;
  }

  /** Encodes a step of this service, of any node. */
  encodeStep(step: AnyStep): ShownStep {
    this.#unkept += step.index === null ? 1 : 0;
    const index = step.index ?? unkeptFrom + this.#unkept;
    const node = "step" in step ? step.node : this.#node();
    const live = "step" in step ? { ...step.step, index } : toLiveStep(step, index, this.#secrets);
    const shown = node === undefined ? live : { ...live, node };
    return this.encodeShown(shown, { status, value: shown.after, context: shown.context });
  }

  /** Encodes a step whose secrets are masked already. */
  encodeShown(
    step: InspectedStep,
    snapshot: { readonly status: ActorStatus; readonly value: unknown; readonly context: unknown },
  ): ShownStep {
    const { actor, atMs, event, from } = step;
    const eventFrame = encodeWithin((isCut) =>
      toEventFrame({
        actor,
        atMs,
        frameId: this.#idOf(this.#lastNumber + 1),
        source: from,
        event: isCut ? typeOf(event) : event,
      }),
    );
    const snapshotFrame = encodeWithin((isCut) =>
      isCut
        ? toSnapshotFrame({
            ...{ actor, atMs, frameId: this.#idOf(this.#lastNumber + 2), event: typeOf(event) },
            snapshot: { ...snapshot, context: tooLarge },
            step: withoutValues(step),
          })
        : toSnapshotFrame({ actor, atMs, frameId: this.#idOf(this.#lastNumber + 2), event, snapshot, step }),
    );
    this.#lastNumber += 2;
    const frames = [eventFrame, snapshotFrame];
    return { actor, number: this.#lastNumber, frames, characters: eventFrame.length + snapshotFrame.length };
  }

  /** Encodes a stored actor. */
  encodeActor({ actor: { actor }, kind, value, context }: ActorFacts, atMs: number, behind: number): string {
    return this.#encodeActor({ actor, kind, value, context, atMs, behind });
  }

  /** Encodes an actor in its state before a step, or after the step that created it. */
  encodeActorBefore(step: AnyStep, { number, frames }: ShownStep): string {
    const { actor, atMs } = step;
    const { before, after, contextBefore, context } = "step" in step ? step.step : step;
    const snapshot = before === null ? { value: after, context } : { value: before, context: contextBefore };
    return this.#encodeActor({ actor, kind: actorKindOf(actor), ...snapshot, atMs, behind: number - frames.length });
  }

  /** Encodes an actor of another program whose secrets are masked already. */
  encodeOutside({ actor, name, parent, definition, ...snapshot }: OutsideFacts, atMs: number, behind: number): string {
    const frame = { actor, name, definition, atMs, frameId: this.#idOf(behind), ...(parent !== null && { parent }) };
    return encodeWithin((isCut) =>
      toActorFrame({ ...frame, snapshot: { ...snapshot, context: isCut ? tooLarge : snapshot.context } }),
    );
  }

  #encodeActor({ actor, kind, value, context, atMs, behind }: StoredActorFacts): string {
    const frame = { actor, name: actor, definition: definitionOf(kind), atMs, frameId: this.#idOf(behind) };
    const masked = this.#secrets.mask(context);
    return encodeWithin((isCut) =>
      toActorFrame({ ...frame, snapshot: { status, value, context: isCut ? tooLarge : masked } }),
    );
  }

  #idOf(number: number): string {
    return `${this.#processId}.${number}`;
  }
}

interface StoredActorFacts {
  readonly actor: string;
  readonly kind: keyof typeof actors;
  readonly value: unknown;
  readonly context: unknown;
  readonly atMs: number;
  readonly behind: number;
}

function encodeWithin(make: (isCut: boolean) => unknown): string {
  const whole = JSON.stringify(make(false));
  return whole.length <= frameCharactersMax ? whole : JSON.stringify(make(true));
}
