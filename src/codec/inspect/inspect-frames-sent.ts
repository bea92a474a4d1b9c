import Type from "typebox";
import { inspectedStepSchema } from "./inspect-schemas.ts";

const strict = { additionalProperties: false };
const described = (description: string) => ({ ...strict, description });

const head = {
  sessionId: Type.String({ description: "The address of the actor." }),
  rootId: Type.String({ description: "The address of the actor again." }),
  id: Type.String({ description: "The id of the frame. Another socket can send it as `since` in `watch`." }),
  createdAt: Type.String({ pattern: "^[0-9]+$", description: "The time in Unix milliseconds." }),
  _version: Type.Literal("0.7.2", { description: "The version of `@statelyai/inspect` that these frames follow." }),
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

/** The frames that a watcher receives on `/ws/inspect`, by their type. Built by `inspect-answer-frame.ts`. */
export const inspectFramesSent = {
  "@xstate.actor": Type.Object(
    {
      ...head,
      type: Type.Literal("@xstate.actor"),
      name: Type.String({ description: "The name of the actor." }),
      parentId: Type.Optional(Type.String({ description: "The address of the parent actor." })),
      definition: Type.Optional(Type.String({ description: "The definition of the machine as JSON text." })),
      snapshot,
    },
    described("An actor that you watch."),
  ),
  "@xstate.event": Type.Object(
    {
      ...head,
      type: Type.Literal("@xstate.event"),
      event,
      sourceId: Type.Optional(Type.String({ description: "The address of the actor that sent the event." })),
    },
    described("An event that an actor received."),
  ),
  "@xstate.snapshot": Type.Object(
    {
      ...head,
      type: Type.Literal("@xstate.snapshot"),
      event,
      snapshot,
      parley: Type.Optional(inspectedStepSchema),
    },
    described("The state of the actor after the event."),
  ),
  "parley.gap": Type.Object(
    {
      type: Type.Literal("parley.gap"),
      missed: Type.Integer({
        minimum: 0,
        description: "At least this many steps are missing; 0 when the number is not known.",
      }),
    },
    described("A gap: the watcher has missed steps."),
  ),
  beat: Type.Object({ type: Type.Literal("beat") }, described("The answer to `beat`.")),
  error: Type.Object(
    { type: Type.Literal("error"), message: Type.String({ description: "What is wrong with the frame." }) },
    described("The service has refused a frame."),
  ),
} as const;
