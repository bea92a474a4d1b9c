import type { Effect } from "../effects.ts";
import type { OutlinedFields } from "./outlined-fields.ts";
import { nothing } from "./outlined-fields.ts";

type EffectOf<Type extends Effect["type"]> = Extract<Effect, { readonly type: Type }>;

/** What is kept of each effect beside its type; of a tell there is one outline for each actor that is told. */
export const effectFields: {
  readonly [Type in Exclude<Effect["type"], "effect.actor.tell">]: (effect: EffectOf<Type>) => OutlinedFields;
} = {
  "effect.administrator.tell": nothing,
  "effect.agent.publish": ({ isAvailable, isRemoved }) => ({ isAvailable, isRemoved }),
  "effect.attempt.start": ({ attempt, timeoutMs }) => ({ attempt, timeoutMs }),
  "effect.call.publish": ({ call: { status } }) => ({ status }),
  "effect.call.start": ({ callType, agent }) => ({ callType, agent: agent.id }),
  "effect.channel.publish": ({ status, isRemoved }) => ({ status, isRemoved }),
  "effect.chat.publish": nothing,
  "effect.client.store": nothing,
  "effect.deadline.clear": ({ id }) => ({ id }),
  "effect.deadline.set": ({ id, atMs }) => ({ id, atMs }),
  "effect.delivery.publish": nothing,
  "effect.message.store": ({ message: { seq, from } }) => ({ seq, from }),
  "effect.offline.publish": ({ number }) => ({ number }),
  "effect.report.make": ({ report: { event } }) => ({ event }),
  "effect.request.refuse": nothing,
  "effect.typing.publish": ({ state }) => ({ state }),
  "effect.typing.send": ({ state }) => ({ state }),
  "effect.warnings.store": ({ messageSeq, texts }) => ({ messageSeq, warnings: texts.length }),
  "effect.webhook.store": ({ deliveryId }) => ({ deliveryId }),
};
