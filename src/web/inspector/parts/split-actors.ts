interface TextPart {
  readonly text: string;
  readonly isActor: boolean;
}

/** Nobody names those of other services in a text of ours. */
const address = /\b((?:channel|chat|bot|webhooks|call|delivery|agent)\/[\w-]+)/;

/** A text in parts, those that are addresses of actors apart. */
export const splitByActors = (text: string): readonly TextPart[] =>
  text
    .split(address)
    .map((part, index) => ({ text: part, isActor: index % 2 === 1 }))
    .filter((part) => part.text !== "");

const kindsOfFields: Readonly<Record<string, string>> = {
  chatId: "chat",
  channelId: "channel",
  deliveryId: "delivery",
  callId: "call",
  agentId: "agent",
  agent: "agent",
  toAgent: "agent",
  chosen: "agent",
  call: "call",
};

/** The actor a field of an event, an effect or a context is about; null for all others. */
export function actorOfField(name: string, value: unknown): string | null {
  const kind = kindsOfFields[name];
  const isId = (typeof value === "string" && value !== "") || typeof value === "number";
  if (kind !== undefined && isId) return `${kind}/${value}`;
  if (name !== "to" && name !== "from") return null;
  const parts = splitByActors(String(value));
  return parts.length === 1 && parts[0]?.isActor === true ? String(value) : null;
}
