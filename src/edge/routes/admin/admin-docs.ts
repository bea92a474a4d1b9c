import type { TProperties, TSchema } from "typebox";
import Type from "typebox";
import type { OperationDoc } from "../../server/operation.ts";

/** The schema of an answer that is one object with these keys. */
export const bodyOf = (properties: TProperties) => Type.Object(properties, { additionalProperties: false });

/** The schema of one page of a list; the list is in the field `name`. */
export const pageSchema = (name: string, entry: TSchema) =>
  bodyOf({
    [name]: Type.Array(entry, { description: "The entries of the page." }),
    cursor: Type.Union([Type.String(), Type.Null()], { description: "Asks for the next page; null at the end." }),
  });

export const removedAnswer: OperationDoc["answer"] = {
  status: 200,
  description: "The record is deleted.",
  schema: bodyOf({ result: Type.Literal("ok") }),
};
