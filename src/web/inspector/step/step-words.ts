const effectWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "effect.actor.tell": "Sends an event to another actor",
    "effect.administrator.tell": "Notifies the administrators",
    "effect.agent.publish": "Updates the shown agent",
    "effect.attempt.start": "Starts an attempt",
    "effect.call.publish": "Updates the shown call",
    "effect.call.start": "Asks the gateway for a call",
    "effect.channel.publish": "Puts the channel's settings to use",
    "effect.chat.publish": "Updates the shown chat",
    "effect.client.store": "Stores the client's data",
    "effect.deadline.clear": "Clears a deadline",
    "effect.deadline.set": "Sets a deadline",
    "effect.delivery.publish": "Shows the delivery's state at its message",
    "effect.message.store": "Stores a message",
    "effect.offline.publish": "Shows a message that was left",
    "effect.report.make": "Makes an event for the owner's server",
    "effect.request.refuse": "Refuses the request",
    "effect.typing.publish": "Shows that somebody is typing",
    "effect.typing.send": "Sends a typing notice",
    "effect.warnings.store": "Stores warnings in the channel's log",
    "effect.webhook.store": "Stores the body of an event for the owner's server",
  }),
);

/** The action of an effect in words; its fields are shown beside it. */
export const wordsOfEffect = (type: string): string => effectWords.get(type) ?? type;

export interface ShownEffect {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One row for each actor that receives a tell; a watched step has all tells in one effect. A tell without receivers is omitted. */
export function linesOfEffects(effects: readonly ShownEffect[]): readonly ShownEffect[] {
  return effects.flatMap((effect) => {
    const { type, ...fields } = effect;
    const tells = fields["tells"];
    if (!Array.isArray(tells)) return [effect];
    return tells.map((tell: unknown) => ({ type, ...(typeof tell === "object" ? tell : { tell }) }));
  });
}

/** The cause of a turn as a readable sentence; the addresses of actors stay unchanged. */
export function wordsOfCause(cause: string): string {
  for (const [pattern, words] of patterns) if (pattern.test(cause)) return cause.replace(pattern, words);
  return cause;
}

/** Each cause pattern with its text. The text names the groups of the pattern. */
const patterns: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^deadline (\S+) of (\S+)$/, "Deadline $1 of $2 was reached"],
  [/^attempt (\d+) of (\S+)$/, "Attempt $1 of $2 ended"],
  [/^request of (\S+)$/, "A request of $1 ended"],
  [/^tell (\S+)$/, "An event of another conversation, in tell $1"],
  [/^socket (\S+)$/, "A page's socket, $1"],
  [/^configuration$/, "The configuration"],
  [/^removal$/, "The actor was removed"],
  [/^closed channel (\S+)$/, "channel/$1 was closed"],
  [/^removed agent (\S+)$/, "agent/$1 was removed"],
  [/^disconnected bot of chat (\S+)$/, "The bot of chat/$1 was disconnected"],
  // The id of the process that took the request, and the request's number there.
  [/^([\w-]{4,}-[0-9a-z]+)$/, "Request $1"],
  [/^([\w-]{4,}-[0-9a-z]+) key (.+)$/, "Request $1 with the API key $2"],
];
