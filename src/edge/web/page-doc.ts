import type { OperationDoc } from "../operation.ts";

/** What `/openapi.json` says of an address for browsers: it answers a file. */
export const pageDoc = (id: string, summary: string, answer: string, isOfWidget = true): OperationDoc => ({
  id,
  summary,
  tag: "Widget",
  access: "anyone",
  answer: { status: 200, description: answer },
  ...(isOfWidget && { failures: ["not_found"] as const }),
});
