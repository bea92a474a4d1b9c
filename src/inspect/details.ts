import type { InspectedActorDetails } from "../codec/inspected.types.ts";
import type { ActorFacts } from "./actor-facts.ts";
import type { SecretMask } from "./mask-secrets.ts";

/** An actor of ours, opened, as it may be shown. */
export const toDetails = ({ actor, context }: ActorFacts, secrets: SecretMask): InspectedActorDetails => ({
  ...actor,
  context: secrets.mask(context),
  chart: null,
});
