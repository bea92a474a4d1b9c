import Type from "typebox";
import { oneOf } from "../desk/desk-schemas.ts";

const strict = { additionalProperties: false };
const ms = (description: string) => Type.Number({ description: `${description}, in Unix milliseconds.` });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const anything = (description: string) => Type.Unknown({ description });

/** The kinds of actors by which a list can be filtered. */
export const inspectedKinds = ["channel", "chat", "bot", "webhooks", "call", "delivery", "agent", "outside"] as const;

const parking = Type.Object(
  {
    atMs: ms("The start of the pause"),
    reason: Type.String({ description: "Why the actor takes no events." }),
    nodes: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "The nodes on which the actor is paused. Other nodes still take its events. The field is absent on a single node.",
      }),
    ),
  },
  strict,
);
const actorProperties = {
  actor: Type.String({ description: 'The address of the actor, such as "chat/17".' }),
  kind: oneOf<string>(inspectedKinds, "The kind of the actor. `outside`: an actor of another program."),
  id: Type.String({ description: "The address without the kind." }),
  name: textOrNull("The name of a channel or an agent; null for other actors."),
  conversation: Type.String({
    description: "The conversation. Actors of one conversation take their steps one after the other.",
  }),
  state: Type.String({ description: "The state on the chart of the actor." }),
  sinceMs: Type.Union([ms("The time"), Type.Null()], {
    description: "When the actor entered its state, in Unix milliseconds; null when it is not known.",
  }),
  revision: Type.Integer({
    minimum: 0,
    description: "The revision of the actor. Each commit that changes the actor adds 1.",
  }),
  channelId: textOrNull("The id of the channel; null for an agent and for actors from outside."),
  chatId: textOrNull("The id of the chat; null without a chat."),
  client: textOrNull("The name of the client, else the visitor number; null without a client."),
  about: textOrNull(
    'What a delivery carries, such as "Message 3" or "Webhook chat_accepted"; the type of a call; else null.',
  ),
  failure: textOrNull("The last failure of a delivery or a call in words; null when nothing failed."),
  deadlines: Type.Array(
    Type.Object(
      { id: Type.String({ description: "The id of the deadline." }), atMs: ms("The time of the deadline") },
      strict,
    ),
    { description: "The deadlines of the actor." },
  ),
  parked: Type.Union([parking, Type.Null()], {
    description: "Set while the actor takes no events, after too many defects in a row; else null.",
  }),
};
export const inspectedActor = Type.Object(actorProperties, {
  ...strict,
  $id: "InspectedActor",
  description: "An actor in a list.",
});
const stepId = Type.Object(
  {
    revision: Type.Integer({ description: "The revision of the actor after the step." }),
    index: Type.Integer({ description: "The place of the step in its commit." }),
  },
  { ...strict, description: "The step of the actor that happened at this time." },
);
export const piece = Type.Union([
  Type.String({ description: "Words." }),
  Type.Number({ description: "A number." }),
  Type.Object(
    {
      actor: Type.String({ description: "The address of the actor." }),
      label: Type.String({ description: "The name of the actor." }),
    },
    { ...strict, description: "A link to an actor." },
  ),
  Type.Object(
    {
      atMs: ms("The time"),
      time: Type.Enum(["ago", "for", "in"], {
        description: "How the time is read: `44 s ago`, `for 44 s`, `in 44 s`.",
      }),
      step: Type.Optional(stepId),
    },
    { ...strict, description: "A time that keeps running." },
  ),
  Type.Object(
    { spanMs: Type.Number({ description: "The milliseconds." }) },
    { ...strict, description: "A duration in whole seconds, minutes, hours or days." },
  ),
  Type.Object(
    { lengthMs: Type.Number({ description: "The milliseconds." }) },
    { ...strict, description: "The time that something took." },
  ),
]);
const sentence = {
  sentence: Type.String({ description: "The explanation in English. Its times count from this answer." }),
  pieces: Type.Array(piece, { description: "The explanation in pieces, for links and running times." }),
};
export const explained = Type.Object(
  {
    ...sentence,
    questions: Type.Array(
      Type.Object(
        {
          question: Type.String({ description: "The question in English." }),
          ...sentence,
        },
        strict,
      ),
      {
        description: "More questions about an actor in this state, with answers.",
      },
    ),
  },
  { ...strict, $id: "ExplainedState", description: "Why an actor is in its state, with secrets masked." },
);
export const inspectedDetails = Type.Object(
  {
    ...actorProperties,
    why: Type.Optional(
      Type.Union([explained, Type.Null()], {
        description:
          "Why the actor is in its state. It is absent for actors from outside and in exports; null when the stored state fits no machine.",
      }),
    ),
    context: anything("The data of the actor, with secrets masked."),
    chart: textOrNull(
      "The hash of the chart for `GET /api/inspect/charts/{hash}`; null for an actor without a definition.",
    ),
    chartFolded: textOrNull(
      "The hash of the short form of the chart, with the names of states and bundled transitions; null for a small chart.",
    ),
  },
  { ...strict, $id: "InspectedActorDetails", description: "An actor with its details." },
);

const typed = (description: string) =>
  Type.Object({ type: Type.String({ description: "The type." }) }, { additionalProperties: true, description });
export const inspectedStepSchema = Type.Object(
  {
    actor: Type.String({ description: "The address of the actor." }),
    revision: Type.Integer({
      minimum: 0,
      description: "The revision of the actor after the commit. Steps of one commit have the same revision.",
    }),
    index: Type.Integer({ minimum: 0, description: "The position among the steps of the actor in the commit." }),
    atMs: ms("The time of the commit"),
    event: typed("The event. Steps from the store do not have the texts of people."),
    cause: Type.String({ description: "The cause: a request id, a deadline, an attempt or another cause." }),
    from: textOrNull("The actor that sent the event; null when the event came from outside."),
    before: textOrNull("The state before the event; null when the event created the actor."),
    after: Type.String({ description: "The state after the event." }),
    effects: Type.Array(typed("An effect."), { description: "The effects that the step asked for." }),
    changes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'The changed part of the data, such as "lane.active".' }),
            was: Type.Optional(
              Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
                description:
                  "The value before the event. Absent for lists, and for words of people, which are not stored.",
              }),
            ),
            count: Type.Optional(Type.Integer({ minimum: 0, description: "The length of the list before the event." })),
          },
          strict,
        ),
        {
          description:
            "The changes of the data. Only stored steps have them: undone one after the other, from the newest on, they lead from the present data to earlier data.",
        },
      ),
    ),
    contextBefore: Type.Optional(anything("The data before the event. Only watched steps have it.")),
    context: Type.Optional(anything("The data after the event. Only watched steps have it.")),
    taken: Type.Optional(
      Type.Array(
        Type.Object(
          {
            source: Type.String({ description: "The state that the transition leaves." }),
            event: Type.String({ description: "The event of the transition." }),
            index: Type.Integer({ description: "The position among the transitions of the state for the event." }),
          },
          strict,
        ),
        {
          description: "The transitions of the step. Only watched steps have them.",
        },
      ),
    ),
    node: Type.Optional(
      Type.String({ description: "The node that took the step. Only watched steps on several nodes have it." }),
    ),
  },
  { ...strict, $id: "InspectedStep", description: "One step in the history of an actor." },
);

const counted = Type.Object(
  {
    kind: oneOf<string>(inspectedKinds, "The kind of the actors."),
    state: Type.String({ description: "The state of the actors." }),
    count: Type.Integer({ minimum: 1, description: "The number of actors." }),
  },
  strict,
);
export const inspectedActorsAnswer = Type.Object(
  {
    actors: Type.Array(inspectedActor, { description: "The actors of the page." }),
    counts: Type.Optional(
      Type.Array(counted, {
        description: "With `counts`: the numbers of actors by kind and state, without the filters by kind and state.",
      }),
    ),
    cutKinds: Type.Optional(
      Type.Array(Type.String(), { description: "With `counts`: the kinds of which only the newest are counted." }),
    ),
    isCut: Type.Optional(
      Type.Literal(true, { description: "With `sort`: only the newest actors are sorted, because there are more." }),
    ),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description: "The cursor of the next page; null at the end. A short or empty page can have a cursor too.",
    }),
  },
  strict,
);
export const inspectedActorAnswer = Type.Object({ actor: inspectedDetails }, strict);
export const inspectedStepsAnswer = Type.Object(
  { steps: Type.Array(inspectedStepSchema, { description: "The steps of the actor." }) },
  strict,
);
export const inspectedChatAnswer = Type.Object(
  {
    chat: Type.Object(
      {
        chatId: Type.String({ description: "The id of the chat." }),
        exportedAtMs: ms("The time of the export"),
        actors: Type.Array(inspectedDetails, { description: "The actors of the conversation." }),
        steps: Type.Array(inspectedStepSchema, { description: "The steps of all actors, in the order of time." }),
        isCut: Type.Optional(Type.Literal(true, { description: "There are more steps, which are older." })),
      },
      { ...strict, description: "The conversation." },
    ),
  },
  strict,
);
