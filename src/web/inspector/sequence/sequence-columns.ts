import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import { wordsOf } from "../parts/tone.ts";
import type { ChatActors } from "./chat-actors.ts";
import { foldedId, kindOf, shortId, stateOf } from "./chat-actors.ts";
import type { Outsider } from "./outsiders.ts";
import { aboutDelivery, outsideId, titleOf } from "./outsiders.ts";
import type { SequenceColumn } from "./sequence.types.ts";
import { isFailedState } from "./sequence-words.ts";

/** The outsiders left of the actors; the others are on the right. */
const left: readonly Outsider[] = ["client", "desk"];
const right: readonly Outsider[] = ["service", "bot", "owner", "gateway", "mail", "receiver"];
/** The order of the actors. */
const kinds: readonly string[] = ["chat", "bot", "webhooks", "call", "delivery"];

/** Outsiders that take part, other conversations, the chat and its actors, then the receivers. `used`: the ends of all arrows. */
export function columnsOf(
  chat: InspectedChat,
  actors: ChatActors,
  used: ReadonlySet<string>,
): readonly SequenceColumn[] {
  const { all, isFolded } = actors;
  const outside = (some: readonly Outsider[]): readonly SequenceColumn[] =>
    some
      .filter((who) => used.has(outsideId(who)))
      .map((who) => plainColumn(outsideId(who), "outside", titleOf(who, chat)));
  const lanes = [...all].filter((actor) => !isFolded || kindOf(actor) !== "delivery");
  const outsiders: ReadonlySet<string> = new Set([...left, ...right].map(outsideId));
  const others = [...used].filter((id) => id !== foldedId && !all.has(id) && !outsiders.has(id));
  const rank = (actor: string): number => {
    const place = kinds.indexOf(kindOf(actor));
    return place === -1 ? kinds.length : place;
  };
  return [
    ...outside(left),
    ...others.map((id) => plainColumn(id, "other", id)),
    ...lanes.sort((one, other) => rank(one) - rank(other)).map((actor) => actorColumn(actor, actors)),
    ...(isFolded ? [foldedColumn(actors)] : []),
    ...outside(right),
  ];
}

const plainColumn = (id: string, kind: SequenceColumn["kind"], title: string): SequenceColumn => ({
  id,
  kind,
  title,
  about: "",
  state: null,
  isFailed: false,
});

function actorColumn(actor: string, actors: ChatActors): SequenceColumn {
  const kind = kindOf(actor);
  const details = actors.detailsOf.get(actor);
  const isParked = details !== undefined && details.parked !== null;
  const last = stateOf(actors, actor);
  const state = last === null ? null : wordsOf(last);
  return {
    id: actor,
    kind: "actor",
    title: `${kind}/${shortId(actor)}`,
    about: kind === "delivery" ? aboutDelivery(details, actors.cargoOf.get(actor) ?? null) : "",
    state: isParked ? `${state ?? ""}, parked` : state,
    isFailed: isParked || isFailedState(last),
  };
}

/** The column of all deliveries, with the number of deliveries and of failures. */
function foldedColumn(actors: ChatActors): SequenceColumn {
  const { deliveries } = actors;
  const failed = deliveries.filter((actor) => isFailedState(stateOf(actors, actor))).length;
  const about = failed === 0 ? "" : `${failed} failed`;
  return {
    ...plainColumn(foldedId, "deliveries", counted(deliveries.length, "delivery", "deliveries")),
    about,
    isFailed: failed > 0,
  };
}
