import type { ErrorCode } from "../../../core/errors.ts";

/** What a person is told where the service's own words are for programs. */
const sentences: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "The service does not take this as it was entered. Check what stands in the fields.",
  invalid_client: "The service does not know who asks. Log in again.",
  unauthorized_client: "The service does not know who asks. Log in again.",
  unauthorized: "You are not logged in any more. Log in again.",
  access_denied: "You may not do this. An administrator may.",
  not_found: "It is not there any more. It may have been removed.",
  method_not_allowed: "The service cannot do this. Load the page again: it may be of an older version.",
  conflict: "Something else stands against it now. Look again at what is there.",
  payload_too_large: "This is too much at once. Make it smaller.",
  rate_limited: "Too many tries in a short time. Wait a moment, then try again.",
  internal_error: "The service could not do it. Try again; if it fails again, tell whoever runs the service.",
  overloaded: "The service has too much to do right now. Try again in a moment.",
  unavailable: "The service is just starting or stopping. Try again in a moment.",
  timeout: "It took too long. Try again.",
  insufficient_storage: "The service's disk is full. Tell whoever runs the service.",
};

/** Names of fields and what came in their place: exact, and no help to who looks at a form. */
const isForPrograms = /^(Field|Parameter|Header|Query parameter|The body)\b|\bgot\b|\bexpected\b|[{}]|""/;

/** What is shown of a refusal. */
export function failureWords(code: string, message: string | undefined, status: number): string {
  if (message !== undefined && !isForPrograms.test(message)) return message;
  const known: string | undefined = (sentences as Readonly<Record<string, string>>)[code];
  return known ?? `The service could not do it (status ${status}). Try again in a moment.`;
}
