import type { ErrorCode } from "../../../core/errors.ts";
import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";

const text = textsOf("common", common);

/** A text for each code whose message of the service is for programs. A code without a text does not compile. */
const isKnown = (code: string): code is ErrorCode & keyof typeof common => Object.hasOwn(codes, code);
const codes: Readonly<Record<ErrorCode & keyof typeof common, true>> & Readonly<Record<ErrorCode, true>> = {
  invalid_request: true,
  invalid_client: true,
  unauthorized_client: true,
  unauthorized: true,
  access_denied: true,
  not_found: true,
  method_not_allowed: true,
  conflict: true,
  payload_too_large: true,
  unsupported_media_type: true,
  rate_limited: true,
  internal_error: true,
  overloaded: true,
  unavailable: true,
  timeout: true,
  insufficient_storage: true,
};

/** Messages with field names and received values. They are exact, but they do not help a person who fills in a form. */
const isForPrograms = /^(Field|Parameter|Header|Query parameter|The body)\b|\bgot\b|\bexpected\b|[{}]|""/;

/** Returns the text that is shown for a failure. */
export function failureWords(code: string, message: string | undefined, status: number): string {
  if (message !== undefined && !isForPrograms.test(message)) return message;
  return isKnown(code) ? text(code) : text("failed", { status });
}
