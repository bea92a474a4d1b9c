import type { MediaDoc, OperationDoc } from "../server/operation.ts";

/** The answer if `If-None-Match` has the tag of the current file. */
export const notModified = {
  status: 304,
  description: "The file has not changed.",
  headers: { ETag: "The version of the file." },
};

/** The description in `/openapi.json` of a route that answers browsers with a file. */
export const pageDoc = (
  about: Pick<OperationDoc, "id" | "summary"> & { readonly answer: string; readonly media: MediaDoc },
): OperationDoc => ({
  id: about.id,
  summary: about.summary,
  tag: "Widget",
  access: "anyone",
  answer: { status: 200, description: about.answer, media: about.media },
  otherAnswers: [notModified],
  failures: ["not_found"],
});
