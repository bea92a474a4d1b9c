import type { TSchema } from "typebox";
import Type from "typebox";
import { timeSchema } from "../../../../codec/desk/desk-schemas.ts";
import { describeValue, isLongerThan } from "../../../../codec/text/text.ts";
import type { Limits } from "../../../../config/limits.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { QueryReader } from "../../operation.ts";

/** A query parameter: what the document says of it, and how its text is read. */
export interface Parameter<Value> {
  readonly description: string;
  readonly schema: TSchema;
  /** What the text must be, as in "be a whole number". */
  readonly must: string;
  /** Returns undefined for a text that the parameter must not have. */
  read(text: string): Value | undefined;
  /** Absent: an empty text counts as an absent parameter. */
  readonly refusesEmpty?: true;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values by the names of their parameters. An absent or empty parameter has none. */
type Given<All extends Parameters> = {
  readonly [Name in keyof All]?: All[Name] extends Parameter<infer Value> ? Value : never;
};

/** What a declared query makes of its parameters. */
export type QueryOf<Reader> = Reader extends QueryReader<infer Query> ? Query : never;

/**
 * Declares the query of an operation: the document lists the parameters, and they are read in their order. The first wrong one fails with
 * `invalid_request`, which names it. `finish` makes the query of the values.
 */
export const queryOf = <All extends Parameters, Query>(
  all: All,
  finish: (given: Given<All>, limits: Limits) => Result<Query>,
): QueryReader<Query> => ({
  parameters: Object.entries(all).map(([name, { description, schema }]) => ({ name, description, schema })),
  read(exchange, limits) {
    const given: Record<string, unknown> = {};
    for (const [name, { must, read, refusesEmpty }] of Object.entries(all)) {
      const came = exchange.query(name);
      if (came === undefined || (came === "" && !refusesEmpty)) continue;
      given[name] = read(came);
      if (given[name] === undefined)
        return fail("invalid_request", `Parameter ${name} must ${must}, got ${describeValue(came)}.`);
    }
    return finish(given as Given<All>, limits);
  },
});

/** A text of at most `maxLength` UTF-16 units. */
export const text = (description: string, maxLength = Number.MAX_SAFE_INTEGER): Parameter<string> => ({
  description,
  schema: Type.String(maxLength === Number.MAX_SAFE_INTEGER ? {} : { maxLength }),
  must: `have at most ${maxLength} characters`,
  read: (given) => (given.length <= maxLength ? given : undefined),
});

/** `form` has its anchors; `what` is the text in words. */
export const textOfForm = (form: RegExp, what: string, description: string): Parameter<string> => ({
  ...{ description, schema: Type.String({ pattern: form.source }), must: `be ${what}` },
  read: (given) => (form.test(given) ? given : undefined),
});

export const oneOf = <const Value extends string>(values: readonly Value[], description: string): Parameter<Value> => ({
  ...{ description, schema: Type.Enum([...values]) },
  must: `be ${values.length === 2 ? values.join(" or ") : `one of ${values.join(", ")}`}`,
  read: (given) => values.find((value) => value === given),
});

/** A switch: absent, or `true`. */
export const onlyTrue = (description: string): Parameter<true> => ({
  ...{ description, schema: Type.Literal("true"), must: "be true" },
  read: (given) => given === "true" || undefined,
});

export const count = (
  description: string,
  { min = 0, max }: { readonly min?: number; readonly max?: number } = {},
): Parameter<number> => ({
  description,
  schema: Type.Integer({ minimum: min, ...(max !== undefined && { maximum: max }) }),
  must: `be a whole number from ${min}${max === undefined ? " in digits" : ` to ${max}`}`,
  read(given) {
    const value = /^[0-9]{1,15}$/.test(given) ? Number(given) : -1;
    return value >= min && value <= (max ?? value) ? value : undefined;
  },
});

/** Unix milliseconds, both ends included. */
interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The parameters `from` and `to` of a list of what was `done`, such as "Closed". */
export const times = (done: string) => ({
  from: { ...count(`${done} at this time or later.`), schema: timeSchema("The earliest time") },
  to: { ...count(`${done} at this time or before.`), schema: timeSchema("The latest time") },
});

/** Returns all times if absent. Fails if `from` is after `to`. */
export const toTimes = ({
  from: fromMs = 0,
  to: toMs = Number.MAX_SAFE_INTEGER,
}: {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): Result<TimeRange> =>
  fromMs > toMs
    ? fail("invalid_request", `Parameter from must not be after parameter to, got ${fromMs} and ${toMs}.`)
    : ok({ fromMs, toMs });

/** The parameter `sort` of a list by the time in this field of its rows. */
export const sortOf = <Field extends string>(field: Field): Parameter<Field | `-${Field}`> =>
  oneOf(
    [field, `-${field}`],
    `The order: by this field, a minus in front for the descending order. -${field} when absent.`,
  );

/** The parameter `cursor` of a list; `decodeCursor` reads its text. */
export const cursorText = text("The cursor of the page before; the first page when absent.");

/** Fails if the words of a search are more than its limit. */
export const checkWords = (words: string, { archiveQueryCodePointsMax: max }: Limits): Result<void> =>
  isLongerThan(words, max)
    ? fail("invalid_request", `Parameter q must have at most ${max} characters.`)
    : ok(undefined);
