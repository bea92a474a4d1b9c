/** What an effect does, in words; its fields stand beside it. */
const words: Readonly<Record<string, string>> = {
  "effect.actor.tell": "Tells another actor",
  "effect.administrator.tell": "Tells the administrators",
  "effect.agent.publish": "Shows the agent anew",
  "effect.attempt.start": "Starts an attempt",
  "effect.call.publish": "Shows the call anew",
  "effect.call.start": "Asks the gateway for a call",
  "effect.channel.publish": "Puts the channel's settings to use",
  "effect.chat.publish": "Shows the chat anew",
  "effect.client.store": "Stores what is known of the client",
  "effect.deadline.clear": "Clears a deadline",
  "effect.deadline.set": "Sets a deadline",
  "effect.delivery.publish": "Shows the delivery's state at its message",
  "effect.message.store": "Stores a message",
  "effect.offline.publish": "Shows a message that was left",
  "effect.report.make": "Makes an event for the owner's server",
  "effect.request.refuse": "Refuses the request",
  "effect.typing.publish": "Shows that somebody types",
  "effect.typing.send": "Sends a typing notice",
  "effect.warnings.store": "Stores warnings in the channel's log",
  "effect.webhook.store": "Stores the body of an event for the owner's server",
};

export const wordsOfEffect = (type: string): string => words[type] ?? type;

export interface ShownEffect {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One line for each actor that is told something: what was watched has them in one effect. A tell to nobody is left out. */
export function linesOfEffects(effects: readonly ShownEffect[]): readonly ShownEffect[] {
  return effects.flatMap((effect) => {
    const { type, ...fields } = effect;
    const tells = fields["tells"];
    if (!Array.isArray(tells)) return [effect];
    return tells.map((tell: unknown) => ({ type, ...(typeof tell === "object" ? tell : { tell }) }));
  });
}
