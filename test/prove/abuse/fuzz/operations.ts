import type { Validator } from "typebox/compile";
import { describeFailures } from "../../../../src/edge/openapi/document.ts";
import type { OperationDoc } from "../../../../src/edge/server/operation.ts";
import type { Route } from "../../../../src/edge/server/router.ts";
import { compiled } from "../make/compiled-schema.ts";

/** One method of one route, as the router has it. */
export interface Operation {
  /** Such as `POST /api/chats/:id/note`. */
  readonly name: string;
  readonly method: string;
  readonly pattern: string;
  /** Absent for pages for people. */
  readonly doc: OperationDoc | undefined;
  /** The allowed statuses, besides those that every address may have. */
  readonly statuses: ReadonlySet<number>;
  /** The schema of a successful answer, by status; absent if the answer is not JSON. */
  readonly answers: ReadonlyMap<number, Validator>;
}

/** The allowed statuses of pages for people. */
const pageStatuses = [200, 302, 303, 304, 307, 308];

export function operationsOf(routes: readonly Route[]): readonly Operation[] {
  return routes.flatMap(({ pattern, methods, docs }) =>
    Object.keys(methods).map((method) => {
      const doc = Object.entries(docs ?? {}).find(([name]) => name === method)?.[1];
      return {
        name: `${method.toUpperCase()} ${pattern}`,
        method: method.toUpperCase(),
        pattern,
        doc,
        statuses: new Set(doc === undefined ? pageStatuses : statusesOf(method, pattern, doc)),
        answers: new Map(doc === undefined ? [] : answersOf(doc)),
      };
    }),
  );
}

function statusesOf(method: string, pattern: string, doc: OperationDoc): readonly number[] {
  const failures = Object.keys(describeFailures(method, doc, pattern.includes(":"))).map(Number);
  return [doc.answer, ...(doc.otherAnswers ?? [])].map(({ status }) => status).concat(failures);
}

const answersOf = (doc: OperationDoc): readonly (readonly [number, Validator])[] =>
  [doc.answer, ...(doc.otherAnswers ?? [])].flatMap(({ status, schema, media }) =>
    schema === undefined || media !== undefined ? [] : [[status, compiled(schema)] as const],
  );
