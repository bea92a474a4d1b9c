import { and, not, or, stateIn } from "xstate";

/** The name of a function that is written in place of a name. */
const inline = "inline";

/** The name of an action; `assign` and similar actions of XState have their function's name. */
export function nameOfAction(action: unknown): string {
  return typeOf(action).replace(/^xstate\./, "") || inline;
}

/** The name of an invoked actor: of its logic, else its own. */
export function nameOfInvoked(invoked: unknown): string {
  const { src, id }: { src?: unknown; id?: unknown } = typeof invoked === "object" && invoked !== null ? invoked : {};
  return typeOf(src) || typeOf(id) || inline;
}

/** The name of a guard, or of the guards it combines. */
export function nameOfGuard(guard: unknown): string {
  if (typeof guard !== "function" || !("check" in guard)) return typeOf(guard) || inline;
  if (guard.check === checkOf(stateIn("")))
    return `in ${JSON.stringify("stateValue" in guard ? guard.stateValue : null)}`;
  const parts = "guards" in guard && Array.isArray(guard.guards) ? guard.guards.map(nameOfPart) : [];
  if (guard.check === checkOf(not(inline))) return `not ${parts.join()}`;
  if (guard.check === checkOf(and([]))) return parts.join(" and ");
  if (guard.check === checkOf(or([]))) return parts.join(" or ");
  return inline;
}

/** In brackets if the guard combines several. */
function nameOfPart(guard: unknown): string {
  const name = nameOfGuard(guard);
  return typeof guard === "function" && / (and|or) /.test(name) ? `(${name})` : name;
}

/** XState's mark for its composed guards. */
const checkOf = (guard: unknown): unknown =>
  typeof guard === "function" && "check" in guard ? guard.check : undefined;

function typeOf(named: unknown): string {
  if (typeof named === "string") return named;
  const hasType = (typeof named === "object" || typeof named === "function") && named !== null && "type" in named;
  return hasType && typeof named.type === "string" ? named.type : "";
}
