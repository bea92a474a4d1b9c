import type { InspectedActor, InspectedActorDetails, InspectedStep } from "../codec/inspect/inspected.types.ts";
import type { Clock, Wake } from "../ports/clock.ts";
import type { ActorStatus, FedActor, FedEvent, FedFrame, FedSnapshot, FedSnapshotFacts } from "../ports/inspector.ts";
import type { FrameEncoder } from "./frame-encoder.ts";
import type { ShownStep } from "./frame-ring.ts";
import type { ChartHashes, KnownCharts } from "./known-charts.ts";
import type { OutsideFacts } from "./nodes/messages.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";
import { maskDefinition } from "./secrets/mask-secrets.ts";

/** The maximal number of actors of one inspector. */
const actorsOfFeederMax = 256;
/** The maximal number of actors of other programs. Beyond it, the oldest are dropped. */
const actorsMax = 1_024;
/** Steps that are kept of each actor. The oldest are dropped. */
const stepsMax = 64;
/** Bytes of frames that are kept of each actor. */
const stepBytesMax = 512 * 1024;
/** Bytes of all kept frames. Beyond it, the oldest actors are dropped. */
const bytesMax = 64 * 1024 * 1024;
/** How long actors stay after their inspector has left. */
const keptMs = 10 * 60_000;

/** A socket that reports actors of another program. */
export interface Feeder {
  readonly actors: Set<string>;
}

interface KeptStep {
  readonly step: InspectedStep;
  readonly bytes: number;
}

interface OutsideActor {
  readonly address: string;
  readonly name: string;
  readonly parent: string | null;
  readonly definition: string | null;
  /** The size of the frame that announced the actor. */
  readonly ownBytes: number;
  feeder: Feeder | null;
  status: ActorStatus;
  value: unknown;
  context: unknown;
  sinceMs: number;
  revision: number;
  /** An event whose snapshot has not arrived yet. */
  pending: { readonly event: FedEvent["event"]; readonly sourceId: FedEvent["sourceId"] } | null;
  steps: KeptStep[];
  bytes: number;
}

interface OutsideParts {
  readonly clock: Clock;
  readonly secrets: SecretMask;
  readonly encoder: FrameEncoder;
  readonly charts: KnownCharts;
  /** Sends a reported step to the watchers. */
  readonly shown: (shown: ShownStep, step: InspectedStep) => void;
  readonly announced: (actor: string) => void;
}

/** Actors of other programs, as their inspectors report them. They are in memory only, bounded, and separate from the service's actors. */
export class OutsideActors {
  readonly #parts: OutsideParts;
  /** The oldest first. */
  readonly #actors = new Map<string, OutsideActor>();
  readonly #partings = new Map<Feeder, Wake>();
  #bytes = 0;

  constructor(parts: OutsideParts) {
    this.#parts = parts;
  }

  /** Stores a reported frame. Returns why it cannot, or null. */
  feed(feeder: Feeder, frame: FedFrame): string | null {
    if (frame.type === "@xstate.actor") return this.#register(feeder, frame);
    const actor = this.#actors.get(addressOf(frame.sessionId));
    if (actor === undefined || actor.feeder !== feeder)
      return `Field sessionId must name an actor that a frame "@xstate.actor" of this socket has reported, got "${frame.sessionId}".`;
    if (frame.type === "@xstate.event") actor.pending = { event: frame.event, sourceId: frame.sourceId };
    else this.#step(actor, frame);
    return null;
  }

  /** Notes that the inspector has left. Its actors are kept for a while. */
  part(feeder: Feeder): void {
    if (feeder.actors.size === 0) return;
    const { clock } = this.#parts;
    const wake = clock.wakeAt(clock.nowMs() + keptMs, () => {
      this.#partings.delete(feeder);
      for (const address of feeder.actors) if (this.#actors.get(address)?.feeder === feeder) this.#forget(address);
    });
    this.#partings.set(feeder, wake);
  }

  close(): void {
    for (const wake of this.#partings.values()) wake.cancel();
    this.#partings.clear();
  }

  /** Lists the actors, the newest first. */
  list(): readonly InspectedActor[] {
    return [...this.#actors.values()].reverse().map(toInspected);
  }

  read(address: string): InspectedActorDetails | null {
    const actor = this.#actors.get(address);
    if (actor === undefined) return null;
    const { context, definition } = actor;
    const charts = definition === null ? noCharts : this.#parts.charts.hashesOfDefinition(definition);
    return { ...toInspected(actor), context: context ?? null, ...charts };
  }

  steps(address: string): readonly InspectedStep[] | null {
    return this.#actors.get(address)?.steps.map(({ step }) => step) ?? null;
  }

  /** Returns the actor with secrets masked. */
  facts(address: string): OutsideFacts | null {
    const actor = this.#actors.get(address);
    if (actor === undefined) return null;
    const { name, parent, definition, status, value, context } = actor;
    return { actor: address, name, parent, definition, status, value, context };
  }

  /** Returns the frame that announces the actor. */
  encode(address: string, behind: number): string | null {
    const facts = this.facts(address);
    return facts === null ? null : this.#parts.encoder.encodeOutside(facts, this.#parts.clock.nowMs(), behind);
  }

  #register(feeder: Feeder, frame: FedActor): string | null {
    const { secrets, clock } = this.#parts;
    const address = addressOf(frame.sessionId);
    const known = this.#actors.get(address);
    const isOthers = known !== undefined && known.feeder !== feeder && !this.#hasParted(known.feeder);
    if (isOthers) return `Field sessionId must be of an actor that no other socket reports, got "${frame.sessionId}".`;
    if (known === undefined && feeder.actors.size >= actorsOfFeederMax)
      return `A socket may report at most ${actorsOfFeederMax} actors.`;
    if (known !== undefined) this.#forget(address);
    const { status = "active", value, context } = frame.snapshot;
    feeder.actors.add(address);
    this.#actors.set(address, {
      address,
      name: secrets.text(frame.name),
      parent: frame.parentId === null ? null : addressOf(frame.parentId),
      definition: frame.definition === null ? null : maskDefinition(frame.definition, secrets),
      ownBytes: frame.bytes,
      feeder,
      status,
      value: secrets.mask(value),
      context: secrets.mask(context),
      sinceMs: clock.nowMs(),
      revision: 0,
      pending: null,
      steps: [],
      bytes: frame.bytes,
    });
    this.#bytes += frame.bytes;
    this.#makeRoom();
    this.#parts.announced(address);
    return null;
  }

  #hasParted(feeder: Feeder | null): boolean {
    return feeder === null || this.#partings.has(feeder);
  }

  #step(actor: OutsideActor, { snapshot, event, bytes }: FedSnapshot): void {
    const { secrets, clock, encoder } = this.#parts;
    const reported = actor.pending?.event.type === event.type ? actor.pending : null;
    const before = { value: actor.value, context: actor.context };
    actor.pending = null;
    actor.revision += 1;
    take(actor, snapshot, secrets);
    const hasMoved = stateOf(before.value) !== stateOf(actor.value);
    if (hasMoved) actor.sinceMs = clock.nowMs();
    const source = reported?.sourceId ?? null;
    const step: InspectedStep = {
      actor: actor.address,
      revision: actor.revision,
      index: 0,
      atMs: clock.nowMs(),
      event: secrets.mask(reported?.event ?? event) as InspectedStep["event"],
      cause: "told by an inspector outside",
      from: source === null ? null : addressOf(source),
      before: stateOf(before.value),
      after: stateOf(actor.value),
      effects: [],
      contextBefore: before.context,
      context: actor.context,
    };
    this.#keep(actor, { step, bytes });
    const { status, value, context } = actor;
    this.#parts.shown(encoder.encodeShown(step, { status, value, context }), step);
  }

  #keep(actor: OutsideActor, kept: KeptStep): void {
    actor.steps.push(kept);
    actor.bytes += kept.bytes;
    this.#bytes += kept.bytes;
    while (actor.steps.length > stepsMax || (actor.bytes - actor.ownBytes > stepBytesMax && actor.steps.length > 1)) {
      const oldest = actor.steps.shift()?.bytes ?? 0;
      actor.bytes -= oldest;
      this.#bytes -= oldest;
    }
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const address of this.#actors.keys()) {
      if (this.#actors.size <= actorsMax && this.#bytes <= bytesMax) return;
      this.#forget(address);
    }
  }

  #forget(address: string): void {
    const actor = this.#actors.get(address);
    if (actor === undefined) return;
    this.#actors.delete(address);
    actor.feeder?.actors.delete(address);
    this.#bytes -= actor.bytes;
  }
}

const addressOf = (sessionId: string): string => `outside/${sessionId}`;

function take(actor: OutsideActor, { status, value, context }: FedSnapshotFacts, secrets: SecretMask): void {
  actor.status = status ?? actor.status;
  actor.value = secrets.mask(value);
  actor.context = secrets.mask(context);
}

/** `{ open: "waiting" }` becomes `open.waiting`. Parallel states are joined by commas. An actor without states shows its status. */
function stateOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const paths = Object.entries(value).map(([name, inner]) => {
    const rest = stateOf(inner);
    return rest === "" ? name : `${name}.${rest}`;
  });
  return paths.join(", ");
}

const toInspected = ({ address, value, status, sinceMs, revision }: OutsideActor): InspectedActor => ({
  actor: address,
  kind: "outside",
  id: address.slice("outside/".length),
  name: null,
  conversation: address,
  state: stateOf(value) || status,
  sinceMs,
  revision,
  channelId: null,
  chatId: null,
  client: null,
  about: null,
  failure: null,
  deadlines: [],
  parked: null,
});

const noCharts: ChartHashes = { chart: null, chartFolded: null };
