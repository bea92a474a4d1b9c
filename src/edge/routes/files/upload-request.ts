import { cleanFileName } from "../../../codec/text/file-name.ts";
import { parseMimeType } from "../../../codec/text/mime-type.ts";
import { describeValue } from "../../../codec/text/text.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";

/** The data that an upload gives about its file. */
export interface UploadRequest {
  readonly name: string;
  readonly mimeType: string;
  readonly isVoice: boolean;
}

/** Source: LIM-05. */
const nameCodePointsMax = 255;

/** Reads everything except the body; `invalid_request` names the error. Call it before the handler returns. */
export function readUploadRequest(exchange: HttpExchange): Result<UploadRequest> {
  const name = cleanFileName(exchange.query("name") ?? "", nameCodePointsMax);
  if (name === null) return fail("invalid_request", "Parameter name must be the file's name, such as photo.jpg.");
  const voice = exchange.query("voice") ?? "false";
  if (voice !== "true" && voice !== "false")
    return fail("invalid_request", `Parameter voice must be true or false, got ${describeValue(voice)}.`);
  const mimeType = parseMimeType(exchange.header("content-type"));
  if (voice === "true" && !mimeType.startsWith("audio/"))
    return fail(
      "invalid_request",
      `A voice message must be of a Content-Type audio/…, got ${describeValue(mimeType)}.`,
    );
  return ok({ name, mimeType, isVoice: voice === "true" });
}
