import type { Target as ActorTarget } from "../actors/pending.ts";
import type { Post as ActorPost } from "../actors/registry.ts";
import type { ClientTarget } from "./client/client-target.ts";
import type { ActorEvent } from "./effects.ts";

/** The receiver of an event of this product. */
export type Target = ActorTarget<ClientTarget>;

/** Sends events of this product to its actors. */
export type Post = ActorPost<ActorEvent, ClientTarget>;
