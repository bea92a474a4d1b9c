import { inspectedActorAnswer, inspectedKinds, inspectedStepsAnswer } from "../../../codec/inspect/inspect-schemas.ts";
import type { Handler, Route } from "../../server/router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { answerInspected } from "./inspect-answer.ts";
import type { InspectParts } from "./inspect-parts.ts";

/** `GET /api/inspect/actors/{kind}/{id}`: one actor with all its data; secrets are masked. */
export const inspectedActorRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/actors/:kind/:id",
  methods: { get: getActor(inspect) },
  docs: {
    get: {
      id: "inspectActor",
      summary: "Returns one actor with its state and its data.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The actor.", schema: inspectedActorAnswer },
      failures: ["not_found"],
    },
  },
});

/** `GET /api/inspect/actors/{kind}/{id}/steps`: the last stored steps of an actor. */
export const inspectedStepsRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/actors/:kind/:id/steps",
  methods: { get: getSteps(inspect) },
  docs: {
    get: {
      id: "inspectSteps",
      summary:
        "Lists the last steps of an actor, the oldest first: the steps of its last 64 commits, at most 7 days old.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The steps, without the words of people.", schema: inspectedStepsAnswer },
      failures: ["not_found"],
    },
  },
});

const idCharactersMax = 256;

/** Returns `null` for a text that is not an address. */
function toAddress([kind = "", id = ""]: readonly string[]): string | null {
  const isKnown = inspectedKinds.some((known) => known === kind) && id.length <= idCharactersMax;
  return isKnown ? `${kind}/${id}` : null;
}

const getActor =
  (inspect: InspectParts): Handler =>
  async (exchange, parameters) => {
    if (findAdministrator(inspect, exchange) === null) return;
    const actor = toAddress(parameters);
    const found = actor === null ? null : await inspect.inspector.readActor(actor);
    answerInspected(exchange, "actor", found, "actor");
  };

const getSteps =
  (inspect: InspectParts): Handler =>
  async (exchange, parameters) => {
    if (findAdministrator(inspect, exchange) === null) return;
    const actor = toAddress(parameters);
    const found = actor === null ? null : await inspect.inspector.readSteps(actor);
    answerInspected(exchange, "steps", found, "actor");
  };
