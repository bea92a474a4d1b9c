import type { AttemptFailure } from "../../machines/tells.ts";
import type { OutlinedFields } from "../actors/actor-definition.ts";
import { none } from "../actors/actor-definition.ts";

/** The form of our own codes and of protocol codes. A code of a customer system may be anything: text, names, JSON. */
const codePattern = /^[\w.:-]{1,64}$/;

/**
 * `failure` is the code if it has the form of a code, else the kind. `failureKind` is present if the kind differs from the code.
 */
export function failed(failure: AttemptFailure | null): OutlinedFields {
  if (failure === null) return none;
  const { kind, code } = failure;
  return code === kind || !codePattern.test(code) ? { failure: kind } : { failure: code, failureKind: kind };
}
