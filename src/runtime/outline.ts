import type { ActorEvent, Effect } from "./effects.ts";

/**
 * What is kept of an event or effect: its type, its numbers and switches, and names of ours. What people wrote, who they are and every
 * secret is left out; the chat's own rows have it. Flat, because it is written with every step.
 */
export interface StepOutline {
  readonly type: string;
  readonly [field: string]: string | number | boolean;
}

/** Fields whose text is a name of ours. */
const named: ReadonlySet<string> = new Set([
  "type",
  "id",
  "kind",
  "code",
  "state",
  "status",
  "reason",
  "event",
  "chatId",
  "channelId",
  "deliveryId",
  "messageId",
  "callId",
  "socketId",
  "callType",
]);
/** Fields that hold more fields, and which of those says most. */
const nestedNames: Readonly<Record<string, string>> = {
  failure: "code",
  error: "code",
  agent: "id",
  call: "id",
  cargo: "kind",
};

const nameCharactersMax = 128;

/** Flat: `agent: {id: 7, …}` becomes `agent: 7`. */
export function outlineEvent(event: ActorEvent): StepOutline {
  const outline: Record<string, string | number | boolean> = {};
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const value = fields[name];
    switch (typeof value) {
      case "number":
      case "boolean":
        outline[name] = value;
        break;
      case "string":
        if (named.has(name) && value.length <= nameCharactersMax) outline[name] = value;
        break;
      case "object":
        if (value !== null) outlineNested(name, value, outline);
    }
  }
  return outline as unknown as StepOutline;
}

function outlineNested(name: string, value: object, outline: Record<string, string | number | boolean>): void {
  const inner = nestedNames[name];
  const said: unknown = inner === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[inner];
  if (typeof said === "number" || (typeof said === "string" && said.length <= nameCharactersMax)) outline[name] = said;
}

/** One for each actor that is told something, else one for the effect. */
export function outlineEffects(effects: readonly Effect[]): readonly StepOutline[] {
  const outlines: StepOutline[] = [];
  for (const effect of effects) {
    switch (effect.type) {
      case "effect.actor.tell":
        for (const { to, event } of effect.tells) outlines.push({ type: effect.type, to, event: event.type });
        break;
      case "effect.deadline.set":
        outlines.push({ type: effect.type, id: effect.id, atMs: effect.atMs });
        break;
      case "effect.deadline.clear":
        outlines.push({ type: effect.type, id: effect.id });
        break;
      case "effect.message.store":
        outlines.push({ type: effect.type, seq: effect.message.seq });
        break;
      case "effect.attempt.start":
        outlines.push({ type: effect.type, attempt: effect.attempt });
        break;
      default:
        outlines.push({ type: effect.type });
    }
  }
  return outlines;
}
