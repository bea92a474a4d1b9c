import type { MediaDoc, OperationDoc } from "../server/operation.ts";

/** The answer to `If-None-Match` with the tag of what there is. */
export const notModified = {
  status: 304,
  description: "The client has it.",
  headers: { ETag: "Names what there is." },
};

/** What `/openapi.json` says of an address for browsers: it answers a file. */
export const pageDoc = (
  about: Pick<OperationDoc, "id" | "summary"> & { readonly answer: string; readonly media: MediaDoc },
): OperationDoc => ({
  id: about.id,
  summary: about.summary,
  tag: "Widget",
  access: "anyone",
  answer: { status: 200, description: about.answer, media: about.media },
  failures: ["not_found"],
});
