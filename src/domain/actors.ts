import type { Actor, ActorSet, StoredActor } from "../actors/actor-definition.ts";
import { createActorSet } from "../actors/actor-definition.ts";
import { readStored } from "../actors/stored-actor.ts";
import type { ActorKind } from "../core/ids.ts";
import type { ActorRow } from "../ports/store.ts";
import { agentActor } from "./agent/agent-actor.ts";
import { botActor } from "./bot/bot-actor.ts";
import { callActor } from "./call/call-actor.ts";
import { channelActor } from "./channel/channel-actor.ts";
import { chatActor } from "./chat/chat-actor.ts";
import { deliveryActor } from "./delivery/delivery-actor.ts";
import { webhooksActor } from "./webhooks/webhooks-actor.ts";

/** Every actor of the service: a new one is a folder and a line here. */
export const actors: Readonly<Record<ActorKind, Actor>> = {
  channel: channelActor,
  agent: agentActor,
  chat: chatActor,
  bot: botActor,
  webhooks: webhooksActor,
  call: callActor,
  delivery: deliveryActor,
};

export const actorSet: ActorSet = createActorSet(Object.values(actors));

/** For callers that read actors of any kind. A caller that knows the kind uses `readStored` with its actor. */
export const readStoredActor = (row: ActorRow, kind: ActorKind): StoredActor => readStored(actors[kind], row);
