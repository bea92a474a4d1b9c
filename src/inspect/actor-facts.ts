import type { ActorKey } from "../../machines/ids.ts";
import type { StoredActor } from "../actors/actor-definition.ts";
import type { KeptStep } from "../actors/history/history.ts";
import { namesOfParts } from "../actors/history/kept-context.ts";
import { isTell } from "../actors/history/packed-row.ts";
import type { WatchedStep } from "../actors/history/step-record.ts";
import type { AnyEffect } from "../actors/pending.ts";
import { readActorRow } from "../actors/stored-actor.ts";
import type {
  InspectedActor,
  InspectedActorDetails,
  InspectedParking,
  InspectedStep,
} from "../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../core/ids.ts";
import { actorKindOf } from "../core/ids.ts";
import { actors, readStoredActor } from "../domain/actors.ts";
import { readClientFacts } from "../domain/client/client-queries.ts";
import type { ActorRow, StoredRows } from "../ports/store.ts";
import type { KnownCharts } from "./known-charts.ts";
import type { ShownParking } from "./nodes/parked-everywhere.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";

export interface FactParts {
  readonly store: StoredRows;
  readonly defects: { readonly parked: () => readonly ShownParking[] };
  readonly secrets: SecretMask;
}

/** A stored actor for display. */
export interface ActorFacts {
  readonly actor: InspectedActor;
  readonly kind: ActorKind;
  /** The state value of the machine. */
  readonly value: unknown;
  /** The stored context with its secrets. It must not be shown. */
  readonly context: unknown;
  /** The position for `readCommits`, which reads backwards from it. */
  readonly historyAt: number;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value);
const textOrNull = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Resolves with `undefined` for an unknown actor. */
export async function readFacts(actor: ActorKey, parts: FactParts): Promise<ActorFacts | undefined> {
  const row = await readActorRow(parts.store, actor);
  return row === undefined ? undefined : await toFacts(row, parts);
}

async function toFacts(row: ActorRow, parts: FactParts): Promise<ActorFacts> {
  const kind = actorKindOf(row.actor);
  const { state: value, context } = readWhatIsThere(row, kind);
  const fields = fieldsOf(context);
  const actor: InspectedActor = {
    actor: row.actor,
    kind,
    id: row.actor.slice(kind.length + 1),
    name: nameOf(kind, fields, parts),
    conversation: row.conversation,
    state: String(value),
    sinceMs: row.sinceMs || null,
    revision: row.revision,
    channelId: kind === "channel" ? row.actor.slice(kind.length + 1) : textOrNull(fields["channelId"]),
    chatId: kind === "chat" ? row.actor.slice(kind.length + 1) : textOrNull(fields["chatId"]),
    client: await clientNameOf(row, fields, parts),
    about: aboutOf(kind, fields),
    failure: failureOf(kind, fields, parts),
    deadlines: row.deadlines.map(({ id, atMs }) => ({ id, atMs })),
    parked: findParked(row, parts),
  };
  return { actor, kind, value, context, historyAt: row.historyAt ?? 0 };
}

/** Shows an actor even when its row does not fit its machine, because such an actor needs attention most. */
function readWhatIsThere(row: ActorRow, kind: ActorKind): StoredActor {
  try {
    return readStoredActor(row, kind);
  } catch {
    // The bytes of an unknown message cannot be decoded.
    return { state: row.state, context: null };
  }
}

/** Returns the name of a channel or an agent. `null` for actors without names. */
function nameOf(kind: ActorKind, context: Fields, { secrets }: FactParts): string | null {
  const named = { channel: "settings", agent: "profile" }[String(kind)];
  const name = named === undefined ? null : textOrNull(fieldsOf(context[named])["name"]);
  return name === null ? null : secrets.text(name);
}

async function clientNameOf(row: ActorRow, context: Fields, { store, secrets }: FactParts): Promise<string | null> {
  if (!row.conversation.startsWith("client/")) return null;
  const client = context["client"] ?? (await readClientFacts(store, row.conversation));
  const { name, number } = fieldsOf(client);
  const shown = textOrNull(name);
  if (shown !== null) return secrets.text(shown);
  return typeof number === "number" ? String(number) : null;
}

/** Returns what a delivery carries, or the type of a call. */
function aboutOf(kind: ActorKind, context: Fields): string | null {
  if (kind === "call") return textOrNull(context["callType"]);
  if (kind !== "delivery") return null;
  const cargo = fieldsOf(context["cargo"]);
  const { event } = cargo;
  switch (cargo["kind"]) {
    case "message":
      return `Message ${context["messageSeq"]}`;
    case "bot_event":
      return `Bot event ${fieldsOf(event)["event"]}`;
    case "webhook":
      return `Webhook ${event}`;
    case "mail":
      return "answer" in cargo ? "Answer by mail" : "Chat log by mail";
  }
  return null;
}

/** A delivery has an error, a call the reason of the gateway. */
function failureOf(kind: ActorKind, context: Fields, { secrets }: FactParts): string | null {
  const said = { delivery: fieldsOf(context["error"])["message"], call: context["reason"] }[String(kind)];
  const words = textOrNull(said);
  return words === null ? null : secrets.text(words);
}

/** An event for a complete conversation can fail. Then its chats count as parked. */
function findParked({ actor, conversation }: ActorRow, { defects, secrets }: FactParts): InspectedParking | null {
  const found = defects
    .parked()
    .find(({ name }) => name === actor || (name === conversation && actor.startsWith("chat/")));
  if (found === undefined) return null;
  const { atMs, reason, nodes } = found;
  return { atMs, reason: secrets.text(reason), ...(nodes !== undefined && { nodes }) };
}

/** Returns all details of an actor of this service, with secrets masked. */
export const toDetails = (
  { actor, kind, context }: ActorFacts,
  secrets: SecretMask,
  charts: KnownCharts,
): InspectedActorDetails => ({
  ...actor,
  context: secrets.mask(context),
  ...charts.hashesOf(kind),
});

/** Returns a stored step with secrets masked. */
export function toKeptStep({ changes, ...step }: KeptStep, secrets: SecretMask): InspectedStep {
  const shown = secrets.mask(step) as InspectedStep;
  if (changes === null) return shown;
  const names = namesOf(actorKindOf(step.actor));
  const named = changes.flatMap(({ part, ...change }) => {
    const name = names.get(part);
    return name === undefined ? [] : [{ name, ...change }];
  });
  return { ...shown, changes: secrets.mask(named) as NonNullable<InspectedStep["changes"]> };
}

const partNames = new Map<ActorKind, ReadonlyMap<number, string>>();

function namesOf(kind: ActorKind): ReadonlyMap<number, string> {
  const names = partNames.get(kind) ?? namesOfParts(actors[kind].history.context);
  partNames.set(kind, names);
  return names;
}

/** Returns a live step with secrets masked. `index` is the position of a step that has none. */
export function toLiveStep(step: WatchedStep, index: number, secrets: SecretMask): InspectedStep {
  const { actor, revision, atMs, event, cause, from, before, after, effects, contextBefore, context, taken } = step;
  return {
    actor,
    revision,
    index: step.index ?? index,
    atMs,
    event: secrets.mask(event) as InspectedStep["event"],
    cause: secrets.text(cause),
    from,
    before,
    after,
    effects: effects.flatMap(flatten).map((effect) => secrets.mask(effect) as InspectedStep["effects"][number]),
    contextBefore: secrets.mask(contextBefore),
    context: secrets.mask(context),
    taken,
  };
}

/** Splits a tell into one entry for each receiver, as in the stored history. `told` is the event that was sent. */
const flatten = (effect: AnyEffect): readonly unknown[] =>
  isTell(effect)
    ? effect.tells.map(({ to, event }) => ({ type: effect.type, to, event: event.type, told: event }))
    : [effect];

/** Removes the values of a step that is too large to be shown completely. */
export const withoutValues = (step: InspectedStep): InspectedStep => ({
  ...step,
  event: typeOf(step.event),
  effects: step.effects.map(typeOf),
  contextBefore: tooLarge,
  context: tooLarge,
});

/** Replaces omitted values. */
export const tooLarge = "(too large to be shown)";
export const typeOf = ({ type }: { readonly type: string }): { readonly type: string } => ({ type });
