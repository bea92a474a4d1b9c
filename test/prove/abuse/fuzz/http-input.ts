import { compiled } from "../make/compiled-schema.ts";
import { spoilText } from "../make/spoil-text.ts";
import { spoilValue } from "../make/spoil-value.ts";
import type { Random } from "../random.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { Operation } from "./operations.ts";
import { rightRequest } from "./right-request.ts";
import type { Part } from "./spoil-request.ts";
import { spoilHeaders, spoilMethod, spoilPath, spoilQuery } from "./spoil-request.ts";

/** One request of the fuzzer. It can be sent to any world, because its names are filled in there. */
export interface HttpInput {
  readonly operation: string;
  readonly part: Part;
  readonly how: string;
  /** The keys that lead to the spoilt place of a value. */
  readonly path: readonly string[];
  readonly request: WireRequest;
}

/** Returns whether the schema alone refuses the input. */
export function isRefused({ part, request }: HttpInput, { doc }: Operation): boolean {
  if (doc?.request === undefined || (part !== "value" && part !== "text")) return false;
  const text = Buffer.from(request.body ?? "", "latin1").toString();
  try {
    return !compiled(doc.request.schema).Check(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

/** Makes a valid request of the operation, as far as the schemas decide. */
export const rightInput = (operation: Operation, random: Random): HttpInput => ({
  operation: operation.name,
  part: "nothing",
  how: "right",
  path: [],
  request: rightRequest(operation, random).request,
});

/** Makes a request of the operation that is wrong, or only unusual, in one part. */
export function spoiltInput(operation: Operation, random: Random, wanted?: Part): HttpInput {
  const { request, value } = rightRequest(operation, random);
  const schema = operation.doc?.request?.schema;
  const hasValue = value !== undefined && schema !== undefined;
  const bodyWeight = request.body === null ? 0 : 1;
  const textWeight = hasValue ? 16 : bodyWeight;
  const part =
    wanted ??
    random.weighted<Part>([
      [hasValue ? 40 : 0, "value"],
      [textWeight, "text"],
      [4, "headers"],
      [3, "path"],
      [operation.doc?.query === undefined ? 1 : 4, "query"],
      [0.5, "method"],
    ]);
  const named = { operation: operation.name, path: [] };
  switch (part) {
    case "value": {
      const { text, how, path } = spoilValue(value, schema ?? {}, random);
      const spoilt = { ...request, body: Buffer.from(text).toString("latin1") };
      return { ...named, part, how, path: path.map(String), request: spoilt };
    }
    case "text": {
      const { bytes, how } = spoilText(value === undefined ? (request.body ?? "") : JSON.stringify(value), random);
      return { ...named, part, how, request: { ...request, body: bytes } };
    }
    case "headers":
      return { ...named, ...spoilHeaders(request, random) };
    case "path":
      return { ...named, ...spoilPath(request, random) };
    case "query":
      return { ...named, ...spoilQuery(operation, request, random) };
    default:
      return { ...named, ...spoilMethod(request, random) };
  }
}
