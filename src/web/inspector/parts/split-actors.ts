interface TextPart {
  readonly text: string;
  readonly isActor: boolean;
}

/** The texts here never name actors of other services. */
const address = /\b((?:channel|chat|bot|webhooks|call|delivery|agent)\/[\w-]+)/;

/** Splits a text into actor addresses and the text between them. */
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

/** The actor that a field of an event, an effect or a context names; null for all other fields. */
export function actorOfField(name: string, value: unknown): string | null {
  const kind = kindsOfFields[name];
  const isId = (typeof value === "string" && value !== "") || typeof value === "number";
  if (kind !== undefined && isId) return `${kind}/${value}`;
  if (name !== "to" && name !== "from") return null;
  const parts = splitByActors(String(value));
  return parts.length === 1 && parts[0]?.isActor === true ? String(value) : null;
}
