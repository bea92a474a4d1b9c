import type { Static } from "typebox";
import Type from "typebox";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { AgentId } from "../../../machines/ids.ts";
import type { OfflineMessageRow } from "../../ports/store.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about } from "../schema/schema-parts.ts";
import { toDeliveryState } from "./desk.ts";
import { writtenText } from "./desk-request.ts";
import { nullable, offlineMessageSchema, strict } from "./desk-schemas.ts";

/** A message that a visitor left through the offline form, and how agents handled it. Source: WH-18. */
export type DeskOfflineMessage = Static<typeof offlineMessageSchema>;
export type DeskLeftAnswer = DeskOfflineMessage["answers"][number];

/** A mail to the visitor as it is stored. */
interface StoredAnswer {
  readonly state: string;
  readonly context: DeliveryContext;
}

type NameOf = (id: AgentId) => string;

/** `nameOf` also knows removed agents. */
export function toDeskOfflineMessage(
  number: number,
  { atMs: at, ownerId, done, answerIds: _, ...row }: OfflineMessageRow,
  answers: readonly StoredAnswer[],
  nameOf: NameOf,
): DeskOfflineMessage {
  const named = (id: AgentId) => ({ id, name: nameOf(id) });
  return {
    id: String(number),
    ...row,
    at,
    state: done === null ? "open" : "done",
    owner: ownerId === null ? null : named(ownerId),
    done: done === null ? null : { by: named(done.byId), at: done.atMs },
    answers: answers.flatMap((answer) => toDeskAnswer(answer, named)),
  };
}

const answerStates = { pending: "sending", attempting: "sending", delivered: "sent", failed: "failed" } as const;

function toDeskAnswer(
  { state, context }: StoredAnswer,
  named: (id: AgentId) => DeskLeftAnswer["agent"],
): readonly DeskLeftAnswer[] {
  const { id, cargo, attempts, createdAtMs: at } = context;
  if (cargo.kind !== "mail" || !("answer" in cargo)) return [];
  const { agentId, subject, text } = cargo.answer;
  const shown = toDeliveryState(state);
  const failure =
    shown === "delivered" ? null : (attempts.findLast((attempt) => attempt.failure)?.failure ?? context.error);
  const error = failure === null ? null : { code: failure.code, message: failure.message };
  const about = { id, agent: named(agentId), subject, text, at };
  return [{ ...about, state: answerStates[shown], attempts: attempts.length, error }];
}

export const offlineMessageAnswer = Type.Object({ offlineMessage: offlineMessageSchema }, strict);

export const offlineMessagesAnswer = Type.Object(
  {
    offlineMessages: Type.Array(offlineMessageSchema, { description: "The messages of the page." }),
    cursor: nullable(Type.String(), "Where the next page goes on; null at the end."),
    canAnswer: Type.Boolean({ description: "Whether they can be answered by mail: a mail server is configured." }),
  },
  strict,
);

/** `PATCH /api/offline-messages/{id}`. */
export const offlineMessageChange = Type.Object(
  {
    ownerId: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
        ...about("the id of an agent, an integer, or null", "Who looks after it; null gives it back."),
      }),
    ),
    done: Type.Optional(Type.Boolean(about("true or false", "Whether nothing is left to do; false opens it again."))),
  },
  {
    ...strict,
    $id: "LeftMessageChange",
    minProperties: 1,
    ...about("an object with ownerId, done or both", "What changes."),
  },
);
export type OfflineMessageChange = Static<typeof offlineMessageChange>;
export const parseOfflineMessageChange = createBodyParser(offlineMessageChange);

const subjectLengthMax = 200;

/** `POST /api/offline-messages/{id}/answers`. */
export const leftAnswerCreation = Type.Object(
  {
    subject: Type.String({
      pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$",
      maxLength: subjectLengthMax,
      ...about(`one line of 1 to ${subjectLengthMax} characters, not blank`, "The mail's subject."),
    }),
    text: Type.String({
      ...writtenText,
      ...about("a text of 1 to 10000 characters, not blank", "What the mail says, plain text."),
    }),
  },
  { ...strict, $id: "NewLeftMessageAnswer", ...about("an object", "A mail to the visitor who left the message.") },
);
export const parseLeftAnswerCreation = createBodyParser(leftAnswerCreation);
