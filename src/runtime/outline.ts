import type { ActorEvent, Effect } from "./effects.ts";

/** What is kept of an event or effect: its type, numbers, switches and names. What people wrote is left as its length. */
export interface StepOutline {
  readonly type: string;
  readonly [field: string]: OutlineValue | undefined;
}
type OutlineValue =
  | string
  | number
  | boolean
  | null
  | readonly OutlineValue[]
  | { readonly [field: string]: OutlineValue };

/** Fields whose text is a name of ours, never a person's words or a secret. */
const named: ReadonlySet<string> = new Set([
  "type",
  "id",
  "to",
  "kind",
  "code",
  "state",
  "status",
  "reason",
  "event",
  "from",
  "conversation",
  "chatId",
  "channelId",
  "deliveryId",
  "messageId",
  "callId",
  "socketId",
  "callType",
  "surface",
  "role",
]);

const depthMax = 3;
const fieldsMax = 24;
const nameCharactersMax = 128;

export const outlineEvent = (event: ActorEvent): StepOutline => outlineFields(event, 1) as StepOutline;
export const outlineEffect = (effect: Effect): StepOutline => outlineFields(effect, 1) as StepOutline;

function outlineFields(value: object, depth: number): Record<string, OutlineValue> {
  const outline: Record<string, OutlineValue> = {};
  let fields = 0;
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    fields += 1;
    if (fields > fieldsMax) break;
    outline[name] = outlineValue(name, field, depth);
  }
  return outline;
}

function outlineValue(name: string, value: unknown, depth: number): OutlineValue {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string")
    return named.has(name) && value.length <= nameCharactersMax ? value : `… ${value.length} characters`;
  if (Array.isArray(value)) {
    if (depth >= depthMax) return `… ${value.length} entries`;
    return value.slice(0, fieldsMax).map((entry) => outlineValue(name, entry, depth + 1));
  }
  if (typeof value === "object") return depth >= depthMax ? "…" : outlineFields(value, depth + 1);
  return "…";
}
