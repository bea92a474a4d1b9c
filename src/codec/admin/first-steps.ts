import type { Static } from "typebox";
import Type from "typebox";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";

const done = (description: string) => Type.Boolean({ description });

const steps = Type.Object(
  {
    written: done("A client has written."),
    answered: done("An agent's message has reached a client."),
    connected: done("A chat API channel has the address of a customer system."),
    installed: done("A widget was seen on a page that is not its demo page."),
    colleague: done("There is more than one agent."),
    bot: done("A channel has a bot."),
  },
  { additionalProperties: false, description: "The steps that have been done." },
);

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const channels = Type.Object(
  {
    apiChannelId: orNull("The first chat API channel."),
    endpointUrl: orNull("Where customers' messages are posted to it."),
    samplePageUrl: orNull("Where one writes as the sample customer."),
    widgetId: orNull("The first widget."),
    scriptUrl: orNull("The src of its script."),
  },
  { additionalProperties: false, description: "The values that the steps need; null if there are none." },
);

/** `GET /api/first-steps`. */
export const firstStepsAnswer = Type.Object(
  {
    steps,
    channels,
    isShown: Type.Boolean({
      description:
        "Whether the desk shows the first steps. A new installation shows them until all are done or the administrator closes them.",
    }),
  },
  { $id: "FirstSteps", additionalProperties: false, description: "The first steps with a new installation." },
);

export type FirstSteps = Static<typeof firstStepsAnswer>;

/** `PATCH /api/first-steps`. */
export const firstStepsChange = Type.Object(
  { isShown: Type.Boolean({ ...about("true or false", "Whether this administrator's desk shows them.") }) },
  { $id: "FirstStepsChange", additionalProperties: false, ...about("an object", "What is to change.") },
);
export const parseFirstStepsChange = createBodyParser(firstStepsChange);
