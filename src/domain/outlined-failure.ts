import type { AttemptFailure } from "../../machines/delivery/delivery.types.ts";
import type { OutlinedFields } from "../actors/history/outlined-fields.ts";
import { none } from "../actors/history/outlined-fields.ts";

/** Codes of ours and those of protocols. A customer system's own may be anything: text, names, JSON. */
const codePattern = /^[\w.:-]{1,64}$/;

/** `failure` is the code when it looks like one, else the kind; `failureKind` is said where it is another. */
export function failed(failure: AttemptFailure | null): OutlinedFields {
  if (failure === null) return none;
  const { kind, code } = failure;
  return code === kind || !codePattern.test(code) ? { failure: kind } : { failure: code, failureKind: kind };
}
