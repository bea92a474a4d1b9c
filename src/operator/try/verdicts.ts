import type { Judged } from "./checks.ts";
import { failed, passed } from "./checks.ts";
import type { Posted } from "./played-service.ts";
import type { Answered } from "./service-requests.ts";

/** Passes when the service counts the request as delivered. */
export const accepted = ({ failure, note, request }: Answered): Judged =>
  failure === null ? passed(note) : failed(failure.message, request);

/** Passes when the other side refuses the request with a status of failure. */
export const refused = ({ httpStatus, failure, request }: Answered): Judged => {
  if (httpStatus === null) return failed(failure?.message ?? "no answer", request);
  return httpStatus >= 400 && httpStatus < 500 ? passed() : failed(`HTTP ${httpStatus}`, request);
};

const shownCharactersMax = 240;

/** A request of the tried side for a person. The path of a bot's address holds a token. */
export function shownPost({ method, path, body }: Posted): string {
  const shown = path.startsWith("/bots/") ? `${path.slice(0, path.lastIndexOf("/"))}/***` : path;
  const start = body.length > shownCharactersMax ? `${body.slice(0, shownCharactersMax)}…` : body;
  return `${method} ${shown}: ${start}`;
}

/**
 * Whether `other` is `first` again. `by key`: so that the service counts both once, by the `Idempotency-Key`. `by body`: the same bytes
 * without a common key.
 */
export function isRepeatOf(first: Posted, other: Posted): "by key" | "by body" | null {
  if (other === first || other.path !== first.path) return null;
  if (first.key !== null && first.key === other.key) return first.body === other.body ? "by key" : null;
  return first.body === other.body ? "by body" : null;
}
