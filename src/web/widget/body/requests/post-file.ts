import type { AnswerFrame } from "../frames.types.ts";
import type { LocalReason } from "../model.types.ts";
import type { Request } from "./requests.ts";
import type { UploadParts } from "./upload.ts";

/** A separate script, which is loaded when the first file is sent. */

const retryAfterSeconds = 5;
/** The highest length of each text in the address. A character may need nine characters there, and the service reads heads of at most 32 KiB. */
const partMax = 120;

/** Makes one try to send the file. Source: `src/edge/sockets/visitor/visitor-protocol.md`, section "Files". */
export async function post(
  { id, frame }: Request,
  { url, environment, secret }: UploadParts,
  signal: AbortSignal,
): Promise<AnswerFrame> {
  if (frame.type !== "file") throw new TypeError(`Expected a file, got ${frame.type}`);
  const { name, blob, invitation } = frame;
  // The end of the name is kept, because it contains the file's extension.
  const query = new URLSearchParams({ name: name.slice(-partMax), id });
  if (invitation !== undefined) query.set("invitation", invitation.text.slice(0, partMax));
  if (invitation?.departmentId) query.set("department", String(invitation.departmentId));
  const response = await environment.fetch(`${url}?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret()}` },
    body: blob,
    signal,
  });
  const { status, headers } = response;
  const answer: { readonly seq?: number; readonly error?: { readonly message: string } } = await response.json();
  if (response.ok) return { type: "done", id, ...(answer.seq !== undefined && { seq: answer.seq }) };
  const reason = status === 413 ? ("too_big" satisfies LocalReason) : (answer.error?.message ?? String(status));
  if (status !== 429 && status < 500) return { type: "failed", id, reason };
  return { type: "failed", id, reason, retryAfter: Number(headers.get("retry-after")) || retryAfterSeconds };
}
