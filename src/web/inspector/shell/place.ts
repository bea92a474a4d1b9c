/** A step of an actor: the revision of its row after the commit, and the index in that commit. */
export interface StepPlace {
  readonly revision: number;
  readonly index: number;
}

/** The open view. */
export type Place =
  | { readonly view: "list" }
  /** `step` null: the present state. */
  | { readonly view: "actor"; readonly kind: string; readonly id: string; readonly step: StepPlace | null }
  | { readonly view: "sequence"; readonly chatId: string };

const list: Place = { view: "list" };

/** The place that a path like `/actor/chat/17/step/4.0` names; the list for an unknown path. */
export function readPlace(path: string): Place {
  const [, view = "", first = "", second = "", word = "", number = ""] = path.split("/").map(decode);
  if (view === "chat" && first !== "" && second === "sequence") return { view: "sequence", chatId: first };
  if (view !== "actor" || first === "" || second === "") return list;
  return { view: "actor", kind: first, id: second, step: word === "step" ? readStep(number) : null };
}

/** The path of a place, in the form that `readPlace` reads. */
export function pathOf(place: Place): string {
  if (place.view === "list") return "/";
  if (place.view === "sequence") return `/chat/${encodeURIComponent(place.chatId)}/sequence`;
  const { kind, id, step } = place;
  const at = step === null ? "" : `/step/${step.revision}.${step.index}`;
  return `/actor/${encodeURIComponent(kind)}/${encodeURIComponent(id)}${at}`;
}

/** The place of an actor's address like `chat/17`. */
export function placeOfActor(actor: string, step: StepPlace | null = null): Place {
  const [kind = "", ...rest] = actor.split("/");
  return { view: "actor", kind, id: rest.join("/"), step };
}

function readStep(text: string): StepPlace | null {
  const [, revision, index] = /^(\d+)\.(\d+)$/.exec(text) ?? [];
  return revision === undefined || index === undefined ? null : { revision: Number(revision), index: Number(index) };
}

/** A typed address may be invalid. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
