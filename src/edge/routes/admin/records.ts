import type { TProperties, TSchema } from "typebox";
import Type from "typebox";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import { cursorQuery, encodeCursor } from "../desk/request/cursor.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";

/** The schema of an answer that is one object with these keys. */
export const bodyOf = (properties: TProperties) => Type.Object(properties, { additionalProperties: false });

export const removedAnswer: OperationDoc["answer"] = {
  status: 200,
  description: "The record is deleted.",
  schema: bodyOf({ result: Type.Literal("ok") }),
};

export const removed = ok({ result: "ok" });

export const missing = (what: string) => fail("not_found", `There is no such ${what}.`);

/** Makes a change in its turn, however long other changes or the hash of a password take. */
export const inTurn = <Changed>(
  oneAtATime: OneAtATime,
  exchange: HttpExchange,
  change: () => Promise<Result<Changed>>,
): Promise<Result<Changed>> => exchange.untimed(oneAtATime(change));

/** A list of records that is sorted by id, and the text form of the ids. */
interface RecordList<Entry, Id> extends Pick<OperationDoc, "id" | "summary" | "tag" | "scope"> {
  readonly path: string;
  readonly access: "administrator" | "keeper";
  readonly answersSecrets?: true;
  /** The list's name, and its field in the answer. */
  readonly name: string;
  readonly entry: TSchema;
  readonly idForm: RegExp;
  readonly toId: (text: string) => Id;
  idOf(entry: Entry): Id;
  all(): readonly Entry[];
  show(entry: Entry): unknown;
}

/** Ids that are numbers from 1. */
export const byNumber = { idForm: /^[1-9][0-9]{0,15}$/, toId: Number };
/** Ids of channels and providers. */
export const byText = { idForm: /^[A-Za-z0-9_-]{1,64}$/, toId: String };

/** `GET` of all records by id, page by page. */
export const listRecords = <Entry, Id extends string | number>(list: RecordList<Entry, Id>): Operation =>
  operation({
    method: "get",
    path: list.path,
    gate: "load",
    ...(list.answersSecrets && { answersSecrets: list.answersSecrets }),
    access: list.access,
    ...(list.scope && { scope: list.scope }),
    id: list.id,
    summary: list.summary,
    tag: list.tag,
    query: cursorQuery(list.name, list.idForm),
    answer: {
      status: 200,
      description: `A page of ${list.name}.`,
      schema: bodyOf({
        [list.name]: Type.Array(list.entry, { description: "The entries of the page." }),
        cursor: Type.Union([Type.String(), Type.Null()], { description: "Asks for the next page; null at the end." }),
      }),
    },
    failures: ["invalid_request"],
    handle({ query: place, limits: { pageRowsMax } }) {
      const after = place === undefined ? null : list.toId(place);
      const rest = list
        .all()
        .filter((entry) => after === null || list.idOf(entry) > after)
        .sort((left, right) => (list.idOf(left) < list.idOf(right) ? -1 : 1));
      const page = rest.slice(0, pageRowsMax);
      const last = page.at(-1);
      const isLastPage = last === undefined || page.length === rest.length;
      const cursor = isLastPage ? null : encodeCursor(list.name, String(list.idOf(last)));
      return ok({ [list.name]: page.map((entry) => list.show(entry)), cursor });
    },
  });
