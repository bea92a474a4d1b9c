import type { ActorStatus } from "../../ports/inspector.ts";
import type { InspectedStep } from "./inspected.types.ts";

/** The version of `@statelyai/inspect` whose frames these are. */
const formatVersion = "0.7.2";

interface Frame {
  /** The actor's address: everything here is a root. */
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

/** An actor that is watched: told before anything else of it. Source: `StatelyActorEvent`. */
export const toActorFrame = ({ name, parent, definition, snapshot, ...frame }: ActorFrame) => ({
  ...headOf("@xstate.actor", frame),
  type: "@xstate.actor" as const,
  name,
  parentId: parent,
  definition: definition ?? undefined,
  snapshot,
});

/** What an actor was told, and by whom. Source: `StatelyEventEvent`. */
export const toEventFrame = ({ event, source, ...frame }: StepFrame & { readonly source: string | null }) => ({
  ...headOf("@xstate.event", frame),
  type: "@xstate.event" as const,
  event,
  sourceId: source ?? undefined,
});

/** What became of it. `parley` is ours: others pass over it. Source: `StatelySnapshotEvent`. */
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

/** Steps that could not be shown, at least so many; 0 when nobody knows. What is watched is told anew behind it. */
export const encodeGapFrame = (missed: number): string => JSON.stringify({ type: "parley.gap", missed });

/** Answers `beat`: everything sent before it has come. */
export const encodeBeatAnswer = (): string => JSON.stringify({ type: "beat" });

/** A frame that came was not taken. */
export const encodeErrorFrame = (message: string): string => JSON.stringify({ type: "error", message });
