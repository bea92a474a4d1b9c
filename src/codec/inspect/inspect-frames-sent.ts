import Type from "typebox";
import { inspectedStepSchema } from "./inspect-schemas.ts";

const strict = { additionalProperties: false };
const told = (description: string) => ({ ...strict, description });

const head = {
  sessionId: Type.String({ description: "The actor's address." }),
  rootId: Type.String({ description: "The same." }),
  id: Type.String({ description: "Of the frame: since of a watch on another socket." }),
  createdAt: Type.String({ pattern: "^[0-9]+$", description: "Unix milliseconds." }),
  _version: Type.Literal("0.7.2", { description: "Of @statelyai/inspect, whose frames these are." }),
};
const event = Type.Object({ type: Type.String() }, { additionalProperties: true, description: "Secrets masked." });
const snapshot = Type.Object(
  {
    status: Type.Enum(["active", "done", "error", "stopped"]),
    value: Type.Optional(Type.Unknown({ description: "The state." })),
    context: Type.Optional(Type.Unknown({ description: "Secrets masked." })),
  },
  strict,
);

/** What a watcher hears on `/ws/inspect`, by the type of the frame. Made by `inspect-answer-frame.ts`. */
export const inspectFramesSent = {
  "@xstate.actor": Type.Object(
    {
      ...head,
      type: Type.Literal("@xstate.actor"),
      name: Type.String(),
      parentId: Type.Optional(Type.String()),
      definition: Type.Optional(Type.String({ description: "The machine's definition as JSON text." })),
      snapshot,
    },
    told("An actor that is watched: told before anything else of it."),
  ),
  "@xstate.event": Type.Object(
    { ...head, type: Type.Literal("@xstate.event"), event, sourceId: Type.Optional(Type.String()) },
    told("What an actor was told, and by whom."),
  ),
  "@xstate.snapshot": Type.Object(
    {
      ...head,
      type: Type.Literal("@xstate.snapshot"),
      event,
      snapshot,
      parley: Type.Optional(inspectedStepSchema),
    },
    told("What became of it."),
  ),
  "parley.gap": Type.Object(
    {
      type: Type.Literal("parley.gap"),
      missed: Type.Integer({ minimum: 0, description: "At least so many; 0 when nobody knows." }),
    },
    told("Steps that could not be shown. What is watched is told anew behind it."),
  ),
  beat: Type.Object({ type: Type.Literal("beat") }, told("Answers beat: everything sent before it has come.")),
  error: Type.Object({ type: Type.Literal("error"), message: Type.String() }, told("A frame that came was not taken.")),
} as const;
