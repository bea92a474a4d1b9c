import type { ActorStatus } from "../../ports/inspector.ts";
import type { InspectedStep } from "./inspected.types.ts";

/** The version of `@statelyai/inspect` whose frames these are. */
const formatVersion = "0.7.2";

interface Frame {
  /** The actor's address. Every actor here is a root actor. */
  readonly actor: string;
  readonly frameId: string;
  readonly atMs: number;
}

interface Snapshot {
  readonly status: ActorStatus;
  readonly value: unknown;
  readonly context: unknown;
}

interface ActorFrame extends Frame {
  readonly name: string;
  readonly parent?: string;
  /** The machine's definition as JSON text. */
  readonly definition: string | null;
  readonly snapshot: Snapshot;
}

interface StepFrame extends Frame {
  readonly event: { readonly type: string };
}

const headOf = (type: string, { actor, frameId, atMs }: Frame) => ({
  type,
  sessionId: actor,
  rootId: actor,
  id: frameId,
  createdAt: String(atMs),
  _version: formatVersion,
});

/** A watched actor. This frame is sent before all other frames of the actor. Source: `StatelyActorEvent`. */
export const toActorFrame = ({ name, parent, definition, snapshot, ...frame }: ActorFrame) => ({
  ...headOf("@xstate.actor", frame),
  type: "@xstate.actor" as const,
  name,
  parentId: parent,
  definition: definition ?? undefined,
  snapshot,
});

/** An event that an actor received, and its sender. Source: `StatelyEventEvent`. */
export const toEventFrame = ({ event, source, ...frame }: StepFrame & { readonly source: string | null }) => ({
  ...headOf("@xstate.event", frame),
  type: "@xstate.event" as const,
  event,
  sourceId: source ?? undefined,
});

/**
 * The actor after the event. The field `parley` is not part of the format; other inspectors ignore it.
 * Source: `StatelySnapshotEvent`.
 */
export const toSnapshotFrame = ({
  event,
  snapshot,
  step,
  ...frame
}: StepFrame & { readonly snapshot: Snapshot; readonly step: InspectedStep }) => ({
  ...headOf("@xstate.snapshot", frame),
  type: "@xstate.snapshot" as const,
  event,
  snapshot: { ...snapshot, output: undefined, error: undefined },
  parley: step,
});

/**
 * Reports that at least `missed` steps could not be shown; 0 means that the number is unknown. After it, the watched actors are
 * sent again.
 */
export const encodeGapFrame = (missed: number): string => JSON.stringify({ type: "parley.gap", missed });

/** Answers `beat`: all frames that were sent before it were received. */
export const encodeBeatAnswer = (): string => JSON.stringify({ type: "beat" });

/** A received frame was rejected. */
export const encodeErrorFrame = (message: string): string => JSON.stringify({ type: "error", message });
