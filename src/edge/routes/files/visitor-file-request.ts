import { describeValue, isLongerThan } from "../../../codec/text/text.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Departments } from "../../../domain/agent/departments.ts";
import type { VisitorText } from "../../../domain/chat/visitor-inbox.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { readInvitation } from "../../sockets/visitor/visitor-requests.ts";
import type { UploadRequest } from "./upload-request.ts";
import { readUploadRequest } from "./upload-request.ts";
import { requestIdLengthMax } from "./visitor-file-docs.ts";

/** The data that a page gives about its visitor's file. */
export interface VisitorFileRequest extends UploadRequest {
  readonly id: string;
  readonly invitation: VisitorText["invitation"];
}

/** Reads everything except the body; `invalid_request` names the error. Call it before the handler returns. */
export function readVisitorFileRequest(
  exchange: HttpExchange,
  departments: Pick<Departments, "find">,
): Result<VisitorFileRequest> {
  const id = exchange.query("id") ?? "";
  if (id === "" || isLongerThan(id, requestIdLengthMax))
    return fail(
      "invalid_request",
      `Parameter id must be a string of 1 to ${requestIdLengthMax} characters, got ${describeValue(id)}.`,
    );
  const upload = readUploadRequest(exchange);
  if (!upload.ok) return upload;
  const text = exchange.query("invitation") ?? "";
  const invitation = readInvitation({ text, departmentId: Number(exchange.query("department") ?? 0) }, departments);
  return ok({ ...upload.value, id, invitation });
}
