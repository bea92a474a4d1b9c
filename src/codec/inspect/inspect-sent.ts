import type { TProperties } from "typebox";
import Type from "typebox";
import type { ActorStatus } from "../../ports/inspector.ts";
import type { FrameAbout, SentFrameOf } from "../schema/frame.ts";
import { sent } from "../schema/frame.ts";
import { inspectedStepSchema } from "./inspect-schemas.ts";
import type { InspectedStep } from "./inspected.types.ts";

/** The version of `@statelyai/inspect` whose frames these are. */
const formatVersion = "0.7.2";
const strict = { additionalProperties: false };
const head = {
  sessionId: Type.String({ description: "The address of the actor." }),
  rootId: Type.String({ description: "The address of the actor again." }),
  id: Type.String({ description: "The id of the frame. Another socket can send it as `since` in `watch`." }),
  createdAt: Type.String({ pattern: "^[0-9]+$", description: "The time in Unix milliseconds." }),
  _version: Type.Literal(formatVersion, {
    description: "The version of `@statelyai/inspect` that these frames follow.",
  }),
};
const event = Type.Object(
  { type: Type.String({ description: "The type of the event." }) },
  { additionalProperties: true, description: "The event, with secrets masked." },
);
const snapshot = Type.Object(
  {
    status: Type.Enum(["active", "done", "error", "stopped"], { description: "Whether the actor still runs." }),
    value: Type.Optional(Type.Unknown({ description: "The state." })),
    context: Type.Optional(Type.Unknown({ description: "The data of the actor, with secrets masked." })),
  },
  { ...strict, description: "The state of the actor after the event." },
);

/** A frame of `@statelyai/inspect`: its head stands before its type. */
function inspected<Name extends string, Fields extends TProperties>(
  type: Name,
  fields: Fields,
  facts: FrameAbout<never>,
) {
  const about = { ...strict, description: facts.summary };
  const schema = Type.Object({ ...head, type: Type.Literal(type), ...fields }, about);
  return { ...facts, schema };
}

/** The frames that a watcher receives on `/ws/inspect`. Other inspectors ignore the field `parley`. */
export const inspectSent = {
  "@xstate.actor": inspected(
    "@xstate.actor",
    {
      name: Type.String({ description: "The name of the actor." }),
      parentId: Type.Optional(Type.String({ description: "The address of the parent actor." })),
      definition: Type.Optional(Type.String({ description: "The definition of the machine as JSON text." })),
      snapshot,
    },
    {
      summary: "Introduces an actor that you watch.",
      when: "Before any other frame about the actor.",
    },
  ),
  "@xstate.event": inspected(
    "@xstate.event",
    {
      event,
      sourceId: Type.Optional(Type.String({ description: "The address of the actor that sent the event." })),
    },
    {
      summary: "Shows an event that an actor received, and its sender.",
      when: "After the step is stored.",
    },
  ),
  "@xstate.snapshot": inspected(
    "@xstate.snapshot",
    {
      event,
      snapshot,
      parley: Type.Optional(inspectedStepSchema),
    },
    {
      summary: "Shows the state of an actor after an event.",
      when: "After the frame of the event.",
    },
  ),
  "parley.gap": sent(
    "parley.gap",
    {
      missed: Type.Integer({
        minimum: 0,
        description: "At least this many steps are missing; 0 when the number is not known.",
      }),
    },
    {
      summary: "Reports that the watcher missed steps.",
      when: "When steps could not be shown. The watched actors are introduced again after the frame.",
    },
  ),
  beat: sent(
    "beat",
    {},
    {
      summary: "Answers `beat`: the watcher has received all earlier frames.",
      when: "After each `beat`.",
    },
  ),
  error: sent(
    "error",
    { message: Type.String({ description: "What is wrong with the frame." }) },
    {
      summary: "Reports that the service refused a frame.",
      when: "After a frame with a mistake.",
      example: {
        message:
          'Field type must be "watch", "beat", "@xstate.actor", "@xstate.event" or "@xstate.snapshot", got "nonsense".',
      },
    },
  ),
};

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

const encode = (frame: SentFrameOf<typeof inspectSent>): string => JSON.stringify(frame);

/** `missed` is the least number of steps that could not be shown; 0 when it is unknown. After it, the watched actors are sent again. */
export const encodeGapFrame = (missed: number): string => encode({ type: "parley.gap", missed });
export const encodeBeatAnswer = (): string => encode({ type: "beat" });
export const encodeErrorFrame = (message: string): string => encode({ type: "error", message });
