import Type from "typebox";

const strict = { additionalProperties: false };
const ms = (description: string) => Type.Number({ description: `${description}, unix milliseconds.` });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const anything = (description: string) => Type.Unknown({ description });

/** The kinds of actors, as a list can be asked for them. */
export const inspectedKinds = ["channel", "chat", "bot", "webhooks", "call", "delivery", "agent", "outside"] as const;

const parking = Type.Object(
  {
    atMs: ms("Since when"),
    reason: Type.String(),
    nodes: Type.Optional(
      Type.Array(Type.String(), {
        description: "The nodes on which it is: others still take its events. Absent where there is one node.",
      }),
    ),
  },
  strict,
);
const actorProperties = {
  actor: Type.String({ description: 'The address, like "chat/17".' }),
  kind: Type.Enum([...inspectedKinds], { description: "outside: told by an inspector of another program." }),
  id: Type.String({ description: "The address without its kind." }),
  name: textOrNull("What people call a channel or an agent; null for all others."),
  conversation: Type.String({ description: "Actors of one conversation take their steps one after the other." }),
  state: Type.String({ description: "The state on the actor's chart." }),
  sinceMs: Type.Union([ms("When it came into its state"), Type.Null()], { description: "Null where nobody noted it." }),
  revision: Type.Integer({ minimum: 0, description: "Grows by one with every commit that changes the actor." }),
  channelId: textOrNull("Null for an agent, and for actors from outside."),
  chatId: textOrNull("Null for what belongs to no chat."),
  client: textOrNull("The client's name, else the visitor number; null for what belongs to no client."),
  deadlines: Type.Array(Type.Object({ id: Type.String(), atMs: ms("When it is reached") }, strict)),
  parked: Type.Union([parking, Type.Null()], {
    description: "Set while the actor takes no events because it met too many defects in a row.",
  }),
};
const actor = Type.Object(actorProperties, { ...strict, $id: "InspectedActor", description: "An actor in a list." });
const stepPlace = Type.Object({ revision: Type.Integer(), index: Type.Integer() }, strict);
const sentence = {
  sentence: Type.String({ description: "In words. Times in it are counted from this answer." }),
  parts: Type.Array(
    Type.Object(
      {
        text: Type.String(),
        actor: Type.Optional(Type.String({ description: "The actor that it names, by its address." })),
        step: Type.Optional(stepPlace),
        atMs: Type.Optional(ms("The moment that its text counts from, or to")),
        time: Type.Optional(
          Type.Enum(["ago", "for", "in"], { description: "How it counts: 44 s ago, for 44 s, in 44 s." }),
        ),
      },
      strict,
    ),
    { description: "The same in pieces, for links and times that go on." },
  ),
};
const why = Type.Object(
  {
    ...sentence,
    questions: Type.Array(Type.Object({ question: Type.String(), ...sentence }, strict), {
      description: "What else one asks of an actor in this state, answered.",
    }),
  },
  { ...strict, $id: "ExplainedState", description: "Why an actor is where it is, secrets masked." },
);
const details = Type.Object(
  {
    ...actorProperties,
    why: Type.Optional(
      Type.Union([why, Type.Null()], {
        description: "Absent from outside and in exports; null where what is stored fits no machine.",
      }),
    ),
    context: anything("What the actor knows, secrets masked."),
    chart: textOrNull("Names its chart: GET /api/inspect/charts/{hash}. Null for an actor without a definition."),
    chartFolded: textOrNull(
      "Names the same chart folded: states by their names, transitions bundled. Null for a small one.",
    ),
  },
  { ...strict, $id: "InspectedActorDetails", description: "An actor, opened." },
);

const told = (description: string) => Type.Object({ type: Type.String() }, { additionalProperties: true, description });
export const inspectedStepSchema = Type.Object(
  {
    actor: Type.String(),
    revision: Type.Integer({ minimum: 0, description: "Of the actor after the commit; steps of one commit share it." }),
    index: Type.Integer({ minimum: 0, description: "The place among the actor's steps of that commit." }),
    atMs: ms("When the commit was put together"),
    event: told("What it was told; of steps from the store without the words of people."),
    cause: Type.String({ description: "Request id, deadline, attempt or what else made it happen." }),
    from: textOrNull("The actor that told it; null when it came from outside."),
    before: textOrNull("The state before; null when the event brought the actor to life."),
    after: Type.String({ description: "The state after." }),
    effects: Type.Array(told("What the step asked for.")),
    contextBefore: Type.Optional(anything("Of steps that were watched alone.")),
    context: Type.Optional(anything("Of steps that were watched alone.")),
    taken: Type.Optional(
      Type.Array(Type.Object({ source: Type.String(), event: Type.String(), index: Type.Integer() }, strict), {
        description: "The transitions that were taken; of steps that were watched alone.",
      }),
    ),
    node: Type.Optional(
      Type.String({ description: "The node that took it. Of steps that were watched alone, where there are several." }),
    ),
  },
  { ...strict, $id: "InspectedStep", description: "One event of an actor's history." },
);

export const inspectedActorsAnswer = Type.Object(
  {
    actors: Type.Array(actor),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Asks for the next page; null at the end. A page may be short, or empty, and have one.",
    }),
  },
  strict,
);
export const inspectedActorAnswer = Type.Object({ actor: details }, strict);
export const inspectedStepsAnswer = Type.Object({ steps: Type.Array(inspectedStepSchema) }, strict);
export const inspectedChatAnswer = Type.Object(
  {
    chat: Type.Object(
      {
        chatId: Type.String(),
        exportedAtMs: ms("When it was read"),
        actors: Type.Array(details),
        steps: Type.Array(inspectedStepSchema, { description: "Of all of them, in the order they happened." }),
        isCut: Type.Optional(Type.Literal(true, { description: "There is more, and it is older." })),
      },
      strict,
    ),
  },
  strict,
);
